# The server's own words. What is said about a game's moves and events is in that game's catalogue.

# ---- starting
store-not = the database { $url } can't be used: { $why }
store-in-use = { $path } is in use by another molehill server, which does not answer; stop it, or give this one a file of its own with --database sqlite:///FILE (with PostgreSQL any number of servers share their tables)
running-already = Molehill is running already at { $url }, with the tables in { $file }. Open that address, or stop it there with Ctrl-C; for a second server give it a file of its own with --database sqlite:///FILE
running-opened = Molehill is running already: opening { $url }
port-next = Port { $taken } is taken by another program, so Molehill takes { $port }.
port-taken = port { $port } is taken by another program: stop that one, name another port, such as --port { $next }, or leave the port out and the next free one is taken
listen-not = Molehill can't listen at { $host }, port { $port }: { $why }
store-none = there is no database at { $path }; --database says where else to look
store-other = the database { $url } has the form of another version of Molehill: start the server of this version once, and it is brought to its own
store-newer = the database was made by a newer version of Molehill: { $why }
serving-health = Health and metrics are at { $url }
serving = Molehill is open at { $url } (Ctrl-C to close)
serving-public = Others open it at { $url }
serving-network = Phones and others on the same network open it at { $url }

# ---- copies of all tables
backup-there = { $file } is there already; name a new file
backup-nothing = there are no tables of Molehill in { $url }
backup-broken = the copy is not whole, so it was not kept ({ $why })
backup-made = { $tables ->
    [one] One table
   *[other] { $tables } tables
  } with { $entries ->
    [one] one entry
   *[other] { $entries } entries
  }, as of this moment: { $file } ({ $size } kB). It holds secrets of dice: keep it to yourself.
restore-nothing = there is no file { $file }
restore-not = { $file } is not a copy that `molehill backup` made
restore-done = { $tables ->
    [one] One table was added
   *[other] { $tables } tables were added
  }, with { $entries ->
    [one] one entry
   *[other] { $entries } entries
  }{ $there ->
    [0] .
    [one] ; one was there already and stays as it is.
   *[other] ; { $there } were there already and stay as they are.
  }

# ---- getting games ready
left-out = { $game } is installed here and can't be loaded. The server's log says why.
preparing-failed = { $game } could not be made ready on this machine. The server's log says why.
module-failed = { $game } can't be shown in a browser. The server's log says why.
preparing-not-kept = what was compiled is not in { $folder }
bots-not-ready = The bots are still waking up. Ask again in a moment.

# ---- checking dice
verify-good = { $checked ->
    [0] There is no roll or draw to check.
    [one] The one roll or draw follows from the secret that was committed to.
   *[other] All { $checked } rolls and draws follow from the secret that was committed to.
  }
verify-unchecked = { $unchecked ->
    [one] One roll was made elsewhere before the game came here, and can't be checked.
   *[other] { $unchecked } rolls were made elsewhere before the game came here, and can't be checked.
  }
verify-luck = { $count ->
    [one] Luck of their own was added by the player at seat { $seats }.
   *[other] Luck of their own was added by the players at seats { $seats }.
  }
verify-no-luck = No player added luck: the server alone chose what all rolls follow from.
verify-compare = Whether this was fixed before the first roll, only those who were there know: players were shown { $commit }
verify-unfinished = The game was not over when this log was written.
verify-no-dice = this log does not say how its dice can be checked: it is not from a server
verify-commit = the secret in this log is not the one that was committed to
verify-roll = move { $number } of this log is not what the dice showed: it says { $shown }, the secret says { $should }

# ---- refusals
no-table = There is no such table; perhaps it has been cleared.
no-game = There is no such game.
no-seat = There is no such seat at this table.
no-page = There is nothing here.
no-method = That can't be done here.
luck-late = The game has begun: luck is added to the dice before the start or not at all.
luck-added = This seat has added its luck to the dice already; that can't be exchanged.
not-your-seat = You do not hold that seat.
not-seated = Take a seat first.
not-host = Only the host of the table may do that.
bad-token = That seat link is no longer good.
seat-taken = Somebody sits there already.
seat-not-person = A bot sits there.
name-host = Only the host is called that; choose another name.
name-taken = Somebody at this table is called that already.
name-empty = A name needs a letter or two.
name-long = A name has at most { $most } letters.
not-started = The game has not begun.
already-started = The game has begun already.
already-over = The game is over.
not-over = The game is not over yet.
seats-open = Not every seat is taken yet.
seats-all-bots = At least one seat must be for a person.
lesson-other = The rules allow that, but the lesson asks for something else now.
lesson-over = This lesson is over.
no-lesson = { $game } has no lesson.
lesson-broken = The lesson of { $game } can't be played.
stale = The table has moved on: look again, then decide.
ahead = That update does not exist yet.
too-fast = That was too fast; wait a moment.
keep-open-not = { $game } has nothing that is seen for some seconds only, so there is nothing to keep open.
too-many-tables = You have many tables that are not finished or were imported; finish or leave some first.
too-many-connections = There are many connections from your address already.
too-large = That is too large: { $most } bytes are the most.
log-long = That log is too long: { $most } moves are the most.
log-full = So much has happened at this table that nothing more is kept here; { $most } entries are the most.
unreadable = That can't be read here: { $why }.
chat-off = The chat is switched off at this table.
chat-off-here = The chat is switched off on this server.
no-line = There is no such line, or you may not read it.
banned = Those who run this server have banned your address.
chat-empty = There is nothing to say in that.
chat-long = A line of chat has at most { $most } letters.
workshop-off = The workshop is switched off on this server. The games can be played as they are.
hints-off = Hints are switched off at this table.
spectators-off = This table is not open to spectators.
nothing-to-decide = There is nothing for that seat to decide now.
not-away = Nobody has been away from that seat for long enough.
other-rules = This table was made for version { $made } of the rules of { $game }; here is version { $here }.
other-game = This table is of a game that this server does not have: { $game }.
broken = This table can't be shown any more: what was kept of it leads nowhere. The server's log says so, too.
away = The server can't get at its tables just now. Nothing has changed; try again in a moment.
trouble = The server could not keep that. Nothing has changed; try again.
malformed = That is not a message that is understood here: { $why }
too-many-values = there are more than { $most } values in it
nothing-in-addresses = there is a zero byte in the address
hello-first = The first message must be a hello.
phones-not-here = Only somebody at the server's own machine may do that.
phones-none = This machine is on no network that phones could reach it by. Join a Wi-Fi network, or make a hotspot.
shut = The host does not let phones join any longer. Your seat is kept.
origin = Pages from elsewhere may not connect.
closing = The server is being restarted. Your seat is kept.

# ---- names
bot = { $bot } bot
bot-trained = a trained net: it has learned from many games of its own, and plays at once, without looking ahead
bot-not-trained = The bot { $bot } was not trained for { $game } with { $seats } players.
bot-plans = My plan: { $moves }.
bot-numbered = { $bot } bot { $number }
host = The host
host-short = Host


# ---- logs and rematches
undo-secret = That can't be taken back while others decide as well: it would tell how far they are.
undo-lesson = A lesson goes one way; nothing is taken back.
undo-nothing-now = There is nothing to take back now.
no-rematch = There is no rematch of this game.
import-seats = This log is of a game with { $seats } seats.

# ---- operators' commands
ban-address = { $given } is no address, no network and no seat; write 203.0.113.7, 2001:db8::/48 or TABLE/SEAT
operate-no-table = there is no table { $table }
forgotten = (deleted)
tables-none = No tables.
tables-in-all = { $count ->
    [one] One table.
   *[other] { $count } tables.
  }
table-title = { $game }, { $status }, opened { $opened }, last used { $touched }
table-chat-none = Nobody has said anything.
reported-line = reported { $times ->
    [one] once
   *[other] { $times } times
  }, last { $at }
close-ask = Delete { $count ->
    [one] this table
   *[other] these { $count } tables
  } with all moves? That can't be undone.
close-done = { $count ->
    [one] The table is
   *[other] The { $count } tables are
  } deleted. Servers that run send everybody away within seconds.
ban-done = { $network } may not come { $until ->
    [never] any more
   *[other] before { $until }
  }.
ban-nobody = Nobody is connected for that seat right now, so nobody was banned.
ban-lifted = { $network } may come again.
ban-none = { $network } was not banned.
bans-none = Nobody is banned.
bans-for-ever = for ever
reports-none = Nothing was reported.
forget-ask = Take the name { $name }, and all that was said under it, out of { $count ->
    [one] one table
   *[other] { $count } tables
  }? That can't be undone.
forget-none = That name is not kept anywhere.
forget-done = { $count ->
    [one] One table was
   *[other] { $count } tables were
  } changed. Copies that were made before still hold the name.
left-alone = Nothing was changed.

# ---- the page about privacy
privacy = What this server keeps of you
days = { $count ->
    [one] one day
   *[other] { $count } days
  }
hours = { $count ->
    [one] one hour
   *[other] { $count } hours
  }
privacy-who = { $contact ->
    [no] Those who run this server have not said how to reach them. Ask the person who gave you its address.
   *[other] How to reach those who run this server: { $contact }.
  }
privacy-table = There are no accounts. With a table the server keeps the names that people typed, who sat where, each move and roll with its time, and the chat. You don't have to use your own name.
privacy-addresses = The server does not keep your network address with what you do. It keeps a hash of the address that opened a table, to limit how many tables one address opens. It writes an address down only when somebody is banned, or when a page of another website tries to connect. If another web server stands before this one, that server may write down more. Those who run it know.
privacy-cookies = Cookies hold your seats, one for each seat, for 90 days. Without them you would lose your seat. Your browser remembers your tables, your name and your theme. There is no advertising, nothing counts visitors, and nothing is loaded from other websites.
privacy-seen = Everybody at a table sees its names and its chat. So do spectators, if the table allows them. The lobby lists public tables with their names. When a game is over, everybody who may watch it may also keep its log.
privacy-kept = A table where no game was started is deleted { $keep_unstarted } after it was last used, a game that nobody continues after { $keep_playing }, a finished game after { $keep_over }, and a finished game that somebody imported after { $keep_imported }. Backups may be kept longer.
privacy-chat = { $chat ->
    [no] The chat is switched off here.
   *[other] Everybody who can read a table's chat can report a line of it. Those who run the server then read that line. The report is deleted after { $keep_reports }. Those who run the server can read everything that it keeps, without a report, too.
  }
privacy-dice = The log of a finished game holds the secret that its dice were made from, and the random numbers that the browsers of players added, so that everybody can check them.
privacy-away = If you want your name and what you said to be deleted earlier, ask those who run the server.
