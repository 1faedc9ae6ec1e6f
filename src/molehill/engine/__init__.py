"""The engine: the contract of a game, records, compiling, matches, logs and the loops that run over any game.

It knows no game.
"""
