# The terminal's own sentences: menu, prompts, commands, saving. What a game says is in the game's catalogue.
you = You
bot = { $bot } bot
bot-numbered = { $bot } bot { $number }
and = { $names } and { $last }

# ---- menu
menu-title = Molehill
menu-subtitle = five board games from under the ground
menu-game = { $seats } players, { $minutes } minutes, from age { $age }
menu-resume = Go on with your last match: { $game }, { $players }, { $moves } moves so far
menu-which = Which game?
menu-which-not = Type a number from the list, or a game's name.
menu-seats = How many play, including bots? { $low } to { $high }
menu-seats-not = Type a number from { $low } to { $high }.
menu-players = Who plays? Type a name for a person at this keyboard, or one of these bots:
menu-player = Player { $number }?
menu-player-taken = { $name } sits at the table already. Another name, please.
menu-player-long = That name is too long; { $most } letters at most, please.
menu-options = The options of the game:
menu-change = Enter to start, or type a change such as { $example }
menu-change-not = Type a change as { $example }.
menu-keep-open = Keep it open for its owner all the time?
menu-agreed-not = Type { $yes } or { $no }.
yes = yes
no = no

# ---- the table
start = { $game }: { $players }
start-options = { $options }
first-time = Type a move such as { $example }. list shows all moves, hint gives a tip, help explains the rest.
saved-at = The match is kept in { $path }
go-on = The match goes on after { $moves } moves.
narrow = This window has { $width } columns; the boards need { $wanted } to look right.
prompt = { $player } >
go-on-or-undo = Enter to go on, or undo
go-on-enter = Enter to go on
pass-keyboard = Pass the keyboard to { $player }.
pass-keyboard-enter = { $player }, press Enter when nobody else is looking
look-enter = { $player }, press Enter to look for { $seconds } seconds
look-left = { $seconds ->
    [one] One second left, or press Enter
   *[other] { $seconds } seconds left, or press Enter
}
press-enter = { $player }, press Enter when you have read this
only-one = There is just one thing to do: { $move }. Press Enter.
toolbar = list · hint · board · sheets · undo · rules · log · save · help · quit
refused = { $rule }: { $why }
refused-more = To read that rule: rules { $rule }
undone = Taken back: { $move }.
undo-none = There is nothing to take back. You can undo your last move until chance decides, somebody else moves or a secret is shown.
hint = The { $bot } bot would: { $move } ({ $label })
hint-note = The { $bot } bot would: { $move } ({ $label }): { $note }
hint-others = Other good moves: { $moves }.
hint-other = { $label } ({ $worth })
list-intro = { $count ->
    [one] There is one move. Type its number, or the words beside it.
   *[other] There are { $count } moves. Type a number, or the words beside it.
}
list-filtered = { $count } of { $all } moves have “{ $filter }” in them. Type a number, or the words beside it.
list-none = No move has “{ $filter }” in it. Type list to see all { $all }.
list-number-not = The list has the numbers 1 to { $count }.
more = Enter for more, q to stop
log-empty = Nothing has happened yet.
rules-not = { $game } has the clauses { $first } to { $last }; type rules { $example }, or rules alone.
rules-none = The rulebook says nothing about { $rule }.
unknown-command = There is no command { $command }. Type help to see all.
enter-nothing = Type a move such as { $example }, or help.

help-move = A move looks like this: { $examples }. Tab completes what you have begun.
help-list = all moves you can make, with numbers; list b5 shows only those with b5 in them
help-hint = what the { $bot } bot would do in your place
help-board = the board again
help-sheets = everything that is open, as a spectator sees it
help-undo = take your last move back
help-rules = the rulebook; rules { $clause } shows one rule
help-log = what has happened so far
help-save = keep a copy in a file of your choice: save FILE
help-help = this
help-quit = stop; the match is kept, and you can go on later

# ---- chance
dice-ask = What do your own dice or cards show?
dice-choices = One of: { $choices }
dice-not = That is not possible now. One of: { $choices }

# ---- keeping
kept = The match is kept in { $path }
kept-resume = To go on with it: molehill play --resume { $path }
kept-replay = To see it again: molehill replay { $path }
kept-not = The match could not be kept in { $path }: { $why }
copied = A copy is in { $path }
copied-not = { $path } could not be written: { $why }
copied-exists = { $path } exists already; choose another name.
goodbye = Nothing is lost.

# ---- the end
over-title = The end
over-won = { $player } won.
over-shared = { $players } share the win.
over-all-won = You all won!
over-all-lost = You all lost this time.
best-first = That is your first result here: your personal best.
best-new = A new personal best! The old one was { $old }.
best-equal = That equals your personal best.
best-not = Your personal best is { $old }.
again = Play again?
again-seats = Everybody moves up a seat. The new order: { $players }

# ---- transcripts
transcript-title = { $game }, rules version { $version }
transcript-players = { $count ->
    [one] Player: { $players }
   *[other] Players: { $players }
}
transcript-options = Options: { $options }
transcript-box = Box: { $title }
transcript-unfinished = The match is not over yet.
chapter-before = Before the start
chapter-rolled = Roll { $number }
chapter-round = Round { $number }
chapter-turn = Turn { $number }

# ---- what goes wrong
no-terminal = playing needs a terminal to type in: standard input and output must not be files or pipes (molehill simulate plays without one)
players-count = { $seats } seats, but { $players } players are named
players-same = two players are called { $name }
players-empty = a player's name is empty
players-long = the name { $name } is too long; { $most } letters at most
save-exists = { $path } exists already; choose another file, or continue it with --resume { $path }
save-not = { $path } can't be written: { $why }
load-missing = there is no file { $path }
load-not = { $path } can't be read: { $why }
load-no-match = { $path } is not a match of Molehill: { $why }
keep-open-not = { $game } shows nothing only for some seconds, so there is nothing to keep open
load-looks = { $path } was changed: what it says about looks is not possible
load-players = { $path } was changed: its list of players does not have one name for each of { $seats } seats
