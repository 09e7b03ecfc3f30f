"""What is hidden does not leak into any message, custom id or picture.

Two deals that differ in hidden cards alone must look the same to everybody who may not see them.
"""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.agent_avenue.cards import AGENTS, AgentId
from tests.cogs.agent_avenue.duel import play, stack, start
from tests.world import Person, Shown, World, world_in

Seen = list[tuple[Shown, list[bytes]]]


def seen_by(world: World, person: Person) -> Seen:
    """Everything that a person sees, pictures included, without the messages' own ids."""
    cdn = world.env.backend.cdn
    return [
        (
            replace(message, id=0, text=re.sub(r"/\d+(?=\))", "", message.text)),
            [cdn.get(file["url"]) or b"" for file in world.stored(message).attachments],
        )
        for message in world.seen_by(person)
    ]


MINE: tuple[AgentId, ...] = ("enforcer", "codebreaker", "saboteur", "sentinel")
THEIRS: tuple[AgentId, ...] = ("daredevil", "saboteur", "saboteur", "enforcer")


@pytest.mark.parametrize(
    "other",
    [
        ("enforcer", "mole", "saboteur", "sentinel"),  # another face-down card
        ("enforcer", "sidekick", "double_agent", "daredevil"),  # and another hand
    ],
    ids=["face-down card", "hand"],
)
async def test_an_offer_looks_the_same_whatever_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: tuple[AgentId, ...]
) -> None:
    looks: list[tuple[Seen, Seen]] = []
    for number, mine in enumerate((MINE, other)):
        stack(monkeypatch, *mine, *THEIRS)
        async with world_in(tmp_path / str(number)) as world:
            await start(world)
            face_down = AGENTS[mine[1]].name
            await play(world.ana, "Enforcer", face_down)
            assert face_down in world.ana.hand.text
            looks.append((seen_by(world, world.ben), seen_by(world, world.eve)))
    assert looks[0] == looks[1]


async def test_a_discard_looks_the_same_whatever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[tuple[Seen, Seen]] = []
    for number, card in enumerate(("Codebreaker", "Sentinel")):
        stack(monkeypatch, *MINE, *THEIRS)
        async with world_in(tmp_path / str(number)) as world:
            await start(world)
            await world.ana.press(world.ana.hand, "Discard a card")
            await world.ana.press(world.ana.hand, card)
            looks.append((seen_by(world, world.ben), seen_by(world, world.eve)))
    assert looks[0] == looks[1]


async def test_what_is_drawn_does_not_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[tuple[Seen, Seen]] = []
    for number, drawn in enumerate(("mole", "sidekick")):
        stack(monkeypatch, *MINE, *THEIRS, drawn)
        async with world_in(tmp_path / str(number)) as world:
            await start(world)
            await play(world.ana, "Enforcer", "Codebreaker")
            await world.ben.press(world.table, "Recruit the face-up")
            looks.append((seen_by(world, world.ben), seen_by(world, world.eve)))
    assert looks[0] == looks[1]


async def test_a_choice_half_made_shows_nowhere_else(world: World) -> None:
    await start(world)
    active = world.ana if "Discard a card (4 left)" in world.ana.hand.buttons else world.ben
    others = [person for person in world.people if person is not active]
    before = [seen_by(world, person) for person in others]
    await active.press(active.hand, next(iter(active.hand.buttons)))
    assert [seen_by(world, person) for person in others] == before


async def test_the_custom_ids_under_the_table_name_no_card(world: World) -> None:
    await start(world)
    for _ in range(4):
        for message in world.public:
            for custom_id in message.buttons.values():
                assert not any(card in custom_id for card in AGENTS)
        active = world.ana if "Discard a card" in str(world.ana.hand.buttons) else world.ben
        other = world.ben if active is world.ana else world.ana
        hand = list(active.hand.buttons)
        await play(active, hand[0], hand[1])
        await other.press(world.table, "Recruit the face-up")
        if "Rematch" in world.table.buttons:
            break
