# What a table in the pocket says beside the server's own words, which it shares.

pocket-open-seat = In the pocket nobody can come from another device: put a person at this device, or a bot, on every seat.
pocket-no-bot = There is no such bot in the pocket; a trained net needs a server.
pocket-not = That needs a server, and this table is in the pocket.
pocket-box = A box file has to be read by a server once, before it can be played in the pocket. Open it where there is a server; from then on it is in that browser's pocket, and can be saved there as a file for others.
pocket-edition-changed = This file holds no edition that can be played: it was changed after it was written, or cut off.
pocket-edition-rules = { $title } was read for version { $made } of the rules; here is version { $here }. Have a server read its box again.
pocket-log-count = This log was cut off: it holds { $there } of { $count } moves.
pocket-log-digest = This log was changed after it was written: its digest does not fit.
pocket-log-not = This is not a log of Molehill.
pocket-log-rules = This log was made for version { $made } of the rules of { $game }; here is version { $here }.
pocket-log-move = This log was changed: its moves can't be made ({ $why }).
pocket-overtaken = This game has gone on in another tab. Here is how it stands now.
pocket-full = This browser could not keep the game: its storage is full, or switched off. Nothing has changed.
pocket-unkept = This browser lets Molehill keep nothing: the game is gone when you close or reload this page. Save its log to keep it.
pocket-trouble = That went wrong here. Nothing has changed; try again.
pocket-damaged = What this browser has kept of the game is damaged, so it can't be played. It stays here until you delete it.
