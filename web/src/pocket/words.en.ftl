# What a table in the pocket says beside the server's own words, which it shares.

pocket-open-seat = In the pocket nobody can come from another device: put a person at this device, or a bot, on every seat.
pocket-no-bot = There is no such bot.
pocket-not = That needs a server, and this table is in the pocket.
pocket-box = A box of your own has to be read by a server once, before it can be played in the pocket. Open it while you are on line.
pocket-log-count = This log was cut off: it holds { $there } of { $count } moves.
pocket-log-digest = This log was changed after it was written: its digest does not fit.
pocket-log-not = This is not a log of Molehill.
pocket-log-rules = This log was made for version { $made } of the rules of { $game }; here is version { $here }.
pocket-log-move = This log was changed: its moves can't be made ({ $why }).
pocket-full = This browser could not keep the game: its storage is full, or switched off. Nothing has changed.
