"""La Agencia: Misión Embajada on Discord."""
