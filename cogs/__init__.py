"""What Discord sees: slash commands, buttons, selects."""
