"""The launcher: `python -m tests.loopback.bot URL MODULE ARGS…` runs a bot against the loopback.

It points discord.py at the server and then runs MODULE as `python -m MODULE ARGS…` would. Like that
it imports discord.py only as a program: the processes that the bot starts import it again.
"""

import runpy
import sys
from typing import Any


def point_discord_at(url: str) -> None:
    """Send everything discord.py does to this server."""
    import discord
    import yarl
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    Route.BASE = f"{url}/api"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1)) / "gateway"
    setattr(discord.Asset, "BASE", f"{url}/cdn")  # noqa: B010  (declared a literal)


def hurry() -> None:
    """Leave out discord.py's courtesies to the real Discord.

    It waits 50 ms, not 2 s, for more guilds before it calls itself ready, and not at all, instead
    of 5 s, before it identifies another shard.
    """
    import discord
    from discord.state import ConnectionState

    original = ConnectionState.__init__

    def init(self: ConnectionState, **options: Any) -> None:
        options.setdefault("guild_ready_timeout", 0.05)
        original(self, **options)

    async def identify_at_once(*_: Any, **__: Any) -> None: ...

    ConnectionState.__init__ = init
    discord.Client.before_identify_hook = identify_at_once


def main() -> None:
    url, module, *args = sys.argv[1:]
    point_discord_at(url)
    hurry()
    sys.argv = [module, *args]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
