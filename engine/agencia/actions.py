"""What a seat can do, exactly as the match record writes it."""

from enum import StrEnum

from engine.agencia.slots import Slot
from engine.game import Action, Resign, Seat


class Side(StrEnum):
    """A side of the Embassy tile."""

    HALL = "hall"
    GARDEN = "garden"


class Place(Action, frozen=True, tag="place"):
    """The Ambassador chooses where the hand is played."""

    side: Side


class Play(Action, frozen=True, tag="play"):
    """Play the card in one of the own four positions."""

    slot: Slot


class Target(Action, frozen=True, tag="target"):
    """Choose whose card the own Infiltrator or Recruiter is swapped for."""

    whom: Seat


AgenciaAction = Place | Play | Target | Resign
