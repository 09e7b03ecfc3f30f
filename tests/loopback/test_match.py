"""A whole match between two people, against the bot in a process of its own."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from .disk import read
from .driver import COMMITTING, Party
from .process import BotProcess
from .scene import complaints
from .server import Loopback


@pytest.mark.parametrize("threads", [True, False])
async def test_two_people_play_a_match_and_nothing_is_refused(
    threads: bool, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    settings = f'database = "matches.db"\nthreads = {str(threads).lower()}\nemojis = false\n'
    config.write_text(settings, encoding="utf-8")
    async with Loopback() as loopback:
        guild = loopback.guild()
        people = [loopback.user("Ada", guild), loopback.user("Ben", guild)]
        party = Party(loopback, loopback.channel(guild), people, Random(1))
        async with BotProcess(loopback, "bot", "run", "--config", str(config)) as bot:
            await party.sit_down()
            await party.play()
            await loopback.quiet(0.3)

            assert {request.status for request in loopback.requests} <= {200, 204}
            disk = read(tmp_path / "matches.db")
            (match,) = disk.matches.values()
            assert match.replayed().over
            done = [press for press in party.presses if press.button.verb in COMMITTING]
            assert len(match.actions) == len(done)
            assert all(press.told for press in done)
            assert not complaints(loopback, [party], disk)
            assert len(party.places()) == 1 + threads
            assert pings(party) == Counter(u for u in called(match.users, match.actions) if u)
            assert await bot.stop() == 0


def pings(party: Party) -> Counter[int]:
    """How often each person was notified."""
    posted = [m for place in party.places() for m in [*place.messages, *place.deleted]]
    return Counter(user for message in posted for user in message.pinged)


def called(users, actions) -> list[int | None]:
    """Whom one has to notify: who is to play first, and whoever gets an offer.

    Who has recruited goes on as the active player, and is looking already.
    """
    first = [users[actions[0][0]]]
    return first + [users[1 - seat] for seat, action in actions if action["do"] == "play"]
