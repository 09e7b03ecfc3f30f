"""The rules of the games: no Discord, no clock, no I/O, no chance outside the deal."""
