"""SIGKILL at any moment of matches in progress: nothing that was told is lost.

Each evening four parties play at once, over a real socket, against a bot that is killed and started
again: at random times, and at the very moment at which one of its requests arrives, which is then
carried out or lost. Discord and the people live on. Several evenings, each with a bot and a Discord
of its own, go on beside each other, since a bot that starts leaves the machine half idle.
"""

import asyncio
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from .disk import Disk, read
from .driver import COMMITTING, Party, Press
from .faults import Fault, Request
from .nursery import Nursery
from .process import BotProcess
from .scene import complaints
from .server import Loopback

NIGHTS, EVENINGS, KILLS = 5, 3, 14
"""So many kills in each of so many evenings of each night: 210 in all."""

DEADLY = ["answer", "edit message", "post message"] * 3 + [
    "delete message",
    "create thread from message",
    "open dm",
    "list messages",
    "*",
]
"""The requests at which the bot may die; '*' is any."""

MAY_BE_REFUSED = {
    ("post message", 403),  # to Dora
    ("create thread from message", 400),  # a bot that died had opened it
    ("delete message", 404),  # a bot that died had deleted it
}

TOLD_ID = re.compile(rb'"custom_id":"(\w{4,12}):(\d+):')


class Evening:
    """The parties, the bot, and what was stored when the bot was last looked at."""

    def __init__(self, seed: int, loopback: Loopback, folder: Path, nursery: Nursery) -> None:
        self.rng = Random(f"evening {seed}")
        self.loopback = loopback
        self.database = folder / "matches.db"
        config = folder / "config.toml"
        config.write_text(
            'database = "matches.db"\ncomputer_delay = 0\nemojis = false\n', encoding="utf-8"
        )
        self.bot = BotProcess(loopback, "bot", "run", "--config", str(config), nursery=nursery)
        self.parties = self._parties()
        self._before: Disk | None = None
        self._heard = 0

    def _parties(self) -> list[Party]:
        """Two with threads, two without; one against the computer; Dora accepts no messages."""
        guild = self.loopback.guild()
        ada, ben, carl, dora, emil, fay, gil = (
            self.loopback.user(name, guild)
            for name in ("Ada", "Ben", "Carl", "Dora", "Emil", "Fay", "Gil")
        )
        dora.dms_open = False
        parties = []
        for name, people in {
            "attic": [ada, ben],
            "bridge": [carl, dora],
            "cellar": [emil],
            "docks": [fay, gil],
        }.items():
            channel = self.loopback.channel(guild, name)
            channel.denied.update(create_public_threads=name in ("bridge", "docks"))
            parties.append(Party(self.loopback, channel, people, Random(self.rng.random())))
        return parties

    # -- dying -------------------------------------------------------------------------------

    async def play_until_killed(self) -> None:
        """Everybody plays on until the bot dies of one of its requests, or of old age."""
        fault = self._deadly()
        timer = asyncio.get_running_loop().call_later(self.rng.uniform(0.02, 0.8), self.bot.strike)
        await asyncio.gather(*(self._play(party) for party in self.parties))
        timer.cancel()
        self.loopback.faults.remove(fault)
        await self.bot.kill()
        await self.loopback.quiet(0.02)

    def _deadly(self) -> Fault:
        """Kill at one of the next requests of some kind, and perhaps lose that request."""
        left = self.rng.randint(1, 8)
        is_lost = self.rng.random() < 0.5

        def strikes(_: Request) -> bool:
            nonlocal left
            left -= 1
            if left == 0:
                self.bot.strike()
            return left == 0 and is_lost

        return self.loopback.fail(self.rng.choice(DEADLY), drop="before", when=strikes)

    async def _play(self, party: Party) -> None:
        while not self._dead():
            await party.sit_down(self._dead)
            await party.play(self._dead)

    def _dead(self) -> bool:
        return self.bot.struck

    # -- what must be true when the bot is dead ---------------------------------------------

    def check_promises(self) -> None:
        """Whatever anybody was told is on the disk, and nothing that was there has gone."""
        disk = read(self.database)
        self._nothing_has_gone(disk)
        for party in self.parties:
            for press in party.presses:
                self._press_was_kept(press, disk)
        for request in self.loopback.requests[self._heard :]:
            self._is_on_disk(request, disk)
        self._heard = len(self.loopback.requests)
        self._before = disk

    def _nothing_has_gone(self, disk: Disk) -> None:
        for match in self._before.matches.values() if self._before else ():
            kept = disk.matches[match.id]
            assert kept.deal == match.deal
            assert kept.actions[: len(match.actions)] == match.actions

    @staticmethod
    def _press_was_kept(press: Press, disk: Disk) -> None:
        button = press.button
        match = disk.matches.get(button.owner)
        if press.told:
            assert match is not None, f"{button.custom_id} was answered, but there is no match"
            done = match.actions[button.version : button.version + 1]
            assert done == ((match.users.index(press.user.id), press.button.action),), (
                f"{press.user.name} was told that {button.custom_id} was done"
            )
        elif button.verb == "join" and press.answered:
            present = match.users if match is not None else disk.lobbies[button.owner]
            assert press.user.id in present, f"{press.user.name} was told to be in"

    @staticmethod
    def _is_on_disk(request: Request, disk: Disk) -> None:
        """No message speaks of a decision that only actions not yet written lead to."""
        for owner, version in TOLD_ID.findall(msgspec.json.encode(request.body)):
            match = disk.matches.get(owner.decode())
            reached = len(match.actions) if match is not None else 0
            assert int(version) <= reached, f"{request.name} told of {owner}:{version}"

    # -- what must be true when it lives again -----------------------------------------------

    async def check_messages(self) -> None:
        """After a while everything shown is right, and stays so."""
        wrong: list[str] = ["not looked yet"]
        try:
            async with asyncio.timeout(20):
                while wrong:
                    await self.loopback.quiet(0.06, 20)
                    wrong = complaints(self.loopback, self.parties, read(self.database))
        except TimeoutError:
            raise AssertionError("\n".join(wrong)) from None

    async def check_old_button(self) -> None:
        """A button from before the kill is answered, and changes nothing."""
        before = read(self.database)
        old = [
            (party, press)
            for party in self.parties
            for press in party.presses
            if press.button.verb in COMMITTING
            and not press.button.message.deleted
            and press.button.version < len(before.matches[press.button.owner].actions)
        ]
        if old:
            party, press = self.rng.choice(old)
            again = await party.press(press.user, press.button, lambda: False)
            # A bot that has just started may be thinking until it can draw.
            await self.loopback.until(lambda: again.settled, 20)
            assert not again.told
            assert read(self.database) == before


@pytest.mark.parametrize("night", range(NIGHTS))
async def test_a_killed_bot_keeps_every_promise(night: int, tmp_path: Path) -> None:
    with Nursery() as nursery:
        async with asyncio.TaskGroup() as evenings:
            for seed in range(night * EVENINGS, (night + 1) * EVENINGS):
                folder = tmp_path / f"evening {seed}"
                folder.mkdir()
                evenings.create_task(spend_evening(seed, folder, nursery))


async def spend_evening(seed: int, folder: Path, nursery: Nursery) -> None:
    async with Loopback() as loopback:
        evening = Evening(seed, loopback, folder, nursery)
        async with evening.bot:
            for _ in range(KILLS):
                await evening.play_until_killed()
                evening.check_promises()
                await evening.bot.start()
                if evening.rng.random() < 0.6:  # otherwise people press at once
                    await evening.check_messages()
                    await evening.check_old_button()
            await evening.check_messages()
            refused = {(r.name, r.status) for r in loopback.requests if (r.status or 0) >= 400}
            assert refused <= MAY_BE_REFUSED
            assert "Traceback" not in evening.bot.output()
