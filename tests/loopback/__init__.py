"""A small Discord on 127.0.0.1: what is left of Discord when only this bot matters.

`server.Loopback` is the server with its people, `process.BotProcess` a bot in a process of its
own that can be killed and started again:

    async with Loopback() as loopback:
        guild = loopback.guild()
        ada, channel = loopback.user("Ada", guild), loopback.channel(guild)
        async with BotProcess(loopback, "bot", "run", "--config", str(config)) as bot:
            lobby = (await loopback.slash(ada, channel, "play agent-avenue")).reply
            await loopback.press(ada, lobby, "Add computer")
            await bot.kill()
            await bot.start()

It has real sockets, error codes, sessions, faults and rate limits, and is quick enough to measure
with. Member permissions, roles and everything that a bot with the intent `guilds` alone does not
hear about are left out; simcord has them, in one process.

Nothing is imported here, so that the launcher adds nothing to the bot's own process.
"""
