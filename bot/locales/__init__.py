"""The gettext catalogues, one folder a language; `python -m bot.locales` keeps them up to date."""
