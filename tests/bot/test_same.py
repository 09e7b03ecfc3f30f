"""Caching by identity."""

from bot.same import once


def test_it_is_worked_out_once_for_the_same_thing_and_anew_for_an_equal_one() -> None:
    seen: list[list[int]] = []

    @once
    def total(numbers: list[int]) -> int:
        """The sum."""
        seen.append(numbers)
        return sum(numbers)

    numbers, others = [1, 2], [1, 2]
    assert [total(numbers), total(numbers), total(others)] == [3, 3, 3]
    assert seen == [numbers, others]
    assert total.__doc__ == "The sum."
