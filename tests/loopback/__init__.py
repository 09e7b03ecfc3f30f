"""A small Discord on 127.0.0.1: what is left of Discord when only this bot matters.

`Loopback` is the server and the people in it, `BotProcess` a bot in a process of its own that
can be killed. It has real sockets, error codes, sessions, faults and rate limits, but no cache of
Discord's and none of its pictures. Everything else is better tested with simcord, in one process.
"""

from .faults import Fault, Request
from .interactions import Interaction, NotAnswered
from .message import Message
from .process import BotProcess
from .server import TOKEN, Loopback
from .world import Channel, Guild, User

__all__ = [
    "TOKEN",
    "BotProcess",
    "Channel",
    "Fault",
    "Guild",
    "Interaction",
    "Loopback",
    "Message",
    "NotAnswered",
    "Request",
    "User",
]
