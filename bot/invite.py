"""What the bot asks of a server: its permissions, each with the reason, and the invite link."""

import discord

PERMISSIONS = {
    "view_channel": "to see the channels it plays in",
    "send_messages": "to post lobbies and tables",
    "create_public_threads": "to give a match its own thread",
    "send_messages_in_threads": "to post tables there",
    "attach_files": "to show the pictures",
    "read_message_history": "to find a message again that was posted just before a power cut",
}
"""The least that everything works with: discord.py's name of each permission, and its reason."""

SCOPES = ("bot", "applications.commands")


def invite_link(application: int) -> str:
    """The page on which an admin adds the bot to a server."""
    permissions = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))
    return discord.utils.oauth_url(application, permissions=permissions, scopes=SCOPES)
