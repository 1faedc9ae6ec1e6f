"""The server: tables on line. People and bots play over WebSockets; the log in the database is the truth.

`table.py` is one table as pure logic, `store.py` keeps logs, `hub.py` brings both together with those who are
connected, `api.py` is the door. Nothing here knows a game.
"""
