"""Agent Avenue on Discord."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # where pictures are drawn, Discord is not needed
    from bot.app import Safehouse


async def setup(bot: "Safehouse") -> None:
    """Load the cog."""
    from cogs.agent_avenue.cog import AgentAvenueCog  # not needed by the pictures alone

    await bot.add_cog(AgentAvenueCog(bot))
