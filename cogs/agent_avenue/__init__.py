"""Agent Avenue on Discord."""
