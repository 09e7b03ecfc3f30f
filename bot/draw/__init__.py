"""Pictures, drawn by code in one style of our own. Knows nothing of any particular game.

From the bottom up: `palette` (colours and contrast), `fonts`, `names` (what the font can show),
`text` (measuring, shrinking, wrapping), `pen` (smooth shapes), `shapes` (panels, marks, figures,
cards), `canvas` (one picture, from blank to PNG), `cache` (finished pictures by content) and
`studio` (the processes that draw).

Everything here is a pure function of its arguments and safe to run in any thread.
"""
