# What the lab says. Numbers are formatted already; { $b } is the name of a setting that is compared with the first.
# $verdict: more, less, near (if there is a difference, it is small), unknown (more games are needed).

found-team-wins = { $verdict ->
    [more] More is won with { $b }: { $to } % instead of { $from } % (+{ $by } points, ±{ $error }).
    [less] Less is won with { $b }: { $to } % instead of { $from } % (−{ $by } points, ±{ $error }).
    [near] If { $b } changes how much is won, then by less than { $within } points.
   *[unknown] It is not yet clear whether more is won with { $b }: about { $games } more games would show it.
 }
found-bot-wins = { $verdict ->
    [more] With { $b }, { $about } wins more: { $to } % instead of { $from } % (+{ $by } points, ±{ $error }).
    [less] With { $b }, { $about } wins less: { $to } % instead of { $from } % (−{ $by } points, ±{ $error }).
    [near] If { $b } changes how much { $about } wins, then by less than { $within } points.
   *[unknown] It is not yet clear whether { $about } wins more with { $b }: about { $games } more games would show it.
 }
found-first-edge = { $verdict ->
    [more] The first seat's edge rises from { $from } to { $to } points (±{ $error }) with { $b }.
    [less] The first seat's edge falls from { $from } to { $to } points (±{ $error }) with { $b }.
    [near] If { $b } changes the first seat's edge of { $from } points, then by less than { $within }.
   *[unknown] It is not yet clear whether { $b } changes the first seat's edge: about { $games } more games would show it.
 }
found-edge = { $verdict ->
    [more] The edge of seat { $about } rises from { $from } to { $to } points (±{ $error }) with { $b }.
    [less] The edge of seat { $about } falls from { $from } to { $to } points (±{ $error }) with { $b }.
    [near] If { $b } changes the edge of seat { $about }, { $from } points, then by less than { $within }.
   *[unknown] It is not yet clear whether { $b } changes the edge of seat { $about }: about { $games } more games would show it.
 }
found-shared = { $verdict ->
    [more] Wins are shared more often with { $b }: in { $to } % of the games instead of { $from } % (±{ $error }).
    [less] Wins are shared less often with { $b }: in { $to } % of the games instead of { $from } % (±{ $error }).
    [near] If { $b } changes how often a win is shared, then by less than { $within } points.
   *[unknown] It is not yet clear whether wins are shared more often with { $b }: about { $games } more games would show it.
 }
found-length = { $verdict ->
    [more] { $b } is { $by } { $unit } longer (±{ $error }).
    [less] { $b } is { $by } { $unit } shorter (±{ $error }).
    [near] If { $b } is longer or shorter, then by less than { $within } { $unit }.
   *[unknown] It is not yet clear whether { $b } is longer: about { $games } more games would show it.
 }
found-points = { $verdict ->
    [more] The average of { $unit } is { $by } higher with { $b } (±{ $error }).
    [less] The average of { $unit } is { $by } lower with { $b } (±{ $error }).
    [near] If { $b } changes the average of { $unit }, then by less than { $within }.
   *[unknown] It is not yet clear whether the average of { $unit } is higher with { $b }: about { $games } more games would show it.
 }
found-tally = { $verdict ->
    [more] { $b } has { $by } more { $unit } (±{ $error }).
    [less] { $b } has { $by } fewer { $unit } (±{ $error }).
    [near] If { $b } has more or fewer { $unit }, then by less than { $within }.
   *[unknown] It is not yet clear whether { $b } has more { $unit }: about { $games } more games would show it.
 }
found-same = { $b } is the same as { $a }: nothing can differ.

# Tables, and remarks around them.
compared = { $game }: { $games } games { $arms ->
    [one] of one setting
   *[other] of each of { $arms } settings, with the same chance
 }, seed { $seed }
difference = difference
interval = 95 % interval
from-to = { $low } to { $high }
measure-team-wins = won
measure-bot-wins = won by { $about }, per seat
measure-first-edge = edge of seat 1 (points)
measure-edge = edge of seat { $about } (points)
measure-shared = shared wins
measure-length = { $unit }
measure-points = { $unit }, mean
measure-tally = { $unit }
same-chance = With separate chance, { $times } times as many games would have been needed.
too-few = Fewer than { $games } games say nothing.
not-settled = The goal was not reached.
stopped = Stopped before the end; this is what is known so far.
nothing-known = Stopped before anything was played to the end: there is nothing to show.
unfinished = { $games } games did not end and were stopped!

# Settings.
seats = { $seats ->
    [one] one seat
   *[other] { $seats } seats
 }
sims = sharp with { $sims } simulations a move
rotating = changing seats
seed = seed { $seed }
box = box { $name } ({ $hash })
yes = yes
no = no

# Simulations.
simulated = { $game }: { $games } games
seat = seat
bot = bot
table = table
length = length
won = won
mean = mean { $what }
median = median
took = A game took { $mean } { $unit } on average (sd { $sd }, 90 % between { $low } and { $high }).
shared = { $games } wins were shared; each counts in equal parts.
moved = { $moves } moves, including chance, in { $seconds } s: { $speed } million a second.

# Settings of the search.
sharpen-title = { $team ->
    [yes] { $game }: a team of sharp, { $games } games each, { $sims } simulations a move
   *[no] { $game }: sharp against fair, { $games } games each, { $sims } simulations a move
 }
sharpen-wins = wins
sharpen-interval = 95 %
sharpen-level = { $better } against { $worse }: { $rate } ({ $interval })
sharpen-write = Write into __init__.py: { $lines }
sharpen-usual = Write nothing into __init__.py: the usual settings suit this game.

share-of-games = % of the games

# Sweeps.
as-it-is = unchanged
swept = { $game }: how it responds, { $games } games a point
responds = { $what }: from { $low } with { $least } to { $high } with { $most }.
nothing-responds = Nothing responds for certain.
sweep-marks = Green: more than { $base }, for certain; yellow: less. Bars go from the smallest to the largest value of a column. 95 % intervals.
not-playable = { $point } can't be played: { $why }

# Tuning.
tuned = { $game }: best with { $values }
tuned-file = Tuned with { $values }.
reached = { $aim }: { $hit ->
    [yes] reached
   *[no] not reached
 }. { $what }: { $after } (±{ $error }); { $before } before.
tuned-budget = { $trials } trials of { $games } games (seed { $seed }). The best three were played again with the next seed, and these figures are from { $evidence } games of a third seed, which nothing was fitted to.
tuned-refused = { $trials } of the trials were boxes that can't be played.

# Reports.
report-title = { $game }: what { $games } games show
report-subtitle = { $setting }, seed { $seed }, rules version { $version }
report-step-watch = watching games
report-step-rivals = bots against each other
report-words = In words
report-pictures = In pictures
report-numbers = In numbers
report-length = A game takes { $mean } { $unit } on average; nine of ten games take { $low } to { $high }.
report-teams = How often teams of bots win: { $teams }.
report-first = { $verdict ->
    [more] The first seat has an advantage: it wins { $rate } of the games ({ $interval }); an equal share is { $fair } %.
    [less] The first seat has a disadvantage: it wins { $rate } of the games ({ $interval }); an equal share is { $fair } %.
   *[fair] The first seat has no advantage that shows: it wins { $rate } of the games ({ $interval }); an equal share is { $fair } %.
 }
report-rivals = { $verdict ->
    [more] { $strong } beats { $weak }: it wins { $rate } ({ $interval }); an equal share is { $fair } %.
    [less] { $strong } loses to { $weak }: it wins { $rate } ({ $interval }); an equal share is { $fair } %.
   *[fair] Neither { $strong } nor { $weak } is better for certain: { $strong } wins { $rate } ({ $interval }); an equal share is { $fair } %.
 }
report-close = { $share } % of the finishes are close: the second is within a tenth of the winner's points. The lead in points changes { $leads } times a game.
report-shared = Wins are shared in { $share } % of the games.
report-decided = If the start is played again, { $start } % of the games end with the same result; from the middle of a game { $half } % do, and from nine tenths of it { $late } %.
report-tension = { $team ->
    [yes] Fortune turns { $turns } times a game: so often the likelier result changes. In { $comebacks } % of the games the other result was likelier in the middle. After { $settled } % of a game, on average, its result stays the likelier one.
   *[no] The seat that is likeliest to win changes { $turns } times a game. In { $comebacks } % of the games the winner was behind in the middle. After { $settled } % of a game, on average, its winner stays ahead.
 }
report-choices = A decision has { $mean } possible moves on average; { $forced } % of the decisions have only one.
report-matters = Thinking matters most in decisions of the kind “{ $kind }”: sharp wins { $gain } points more there than a random move (±{ $error }).
report-worth = The most valuable kind of move is “{ $kind }”: a player who may not use it wins { $loss } points less (±{ $error }).
report-harm = A greedy player uses “{ $kind }” too often: without it, it wins { $gain } points more (±{ $error }).
report-clause-says = { $clause } (“{ $says }”)
report-clauses = The rule used most is { $often }, { $times } times a game.{ $count ->
    [0] {""}
   *[other] {" "}Seldom used, in fewer than one of twenty games: { $rare }.
 }
report-spaces = The busiest space is { $busiest }, with { $times } visits a game. { $count ->
    [0] Every space was visited.
    [one] One space was not visited in { $games } games: { $never }.
   *[other] { $count } spaces were not visited in { $games } games: { $never }{ $more ->
        [0] .
       *[other] {" "}and { $more } more.
     }
 }
report-wins-seat = Wins by seat
report-wins-bot = Wins by bot
report-bots = How good the bots are
report-spread = Length and points
report-foreseen = How early a game is decided
report-foreseen-note = Each point is a part of the game. From there, greedy bots play on with new chance, and the curve shows how often the real result comes about again.
report-uncertainty = How open the result is
report-uncertainty-note = 100 %: all sides are equally likely to win from there; 0 %: the result is certain. From the same continued games.
report-branching = How many moves there are to choose from
report-branching-note = The mean number of possible moves, by tenths of a game.
report-measures = Measures that others use
report-measure = measure
report-value = value
measure-completion = completion: games that end
measure-duration = duration, in { $unit } (standard deviation)
measure-moves = moves a game, with those of chance
measure-decisions = decisions a game
measure-branching = branching factor
measure-advantage = advantage of the first seat, in points of wins
measure-draws = draws: games with shared wins
measure-leads = lead changes, in points
measure-uncertainty = outcome uncertainty: 1 is open, 0 certain
measure-drama = drama: how far behind the winner was when it was behind (0 to 1)
measure-decisiveness = decisiveness: the part of a game after which the winner stays ahead
measure-comebacks = comebacks: games whose winner was behind in the middle
measure-turns = turns of fortune: how often the favourite changes
report-fired = How often each rule is used
report-fired-note = Events a game that cite the clause, in watched games. What was never cited is not listed.
report-heat = Where it happens
report-heat-note = Visits in watched games: the stronger the colour, the more.
report-gains = Which decisions matter
report-gains-note = The wins that sharp gains over a random move, in points, by kind of decision.
report-worths = What each kind of move is worth
report-worths-note = The wins, in points, that a greedy player loses if it may not use this kind of move as long as it has another.
report-worths-alone = What a greedy player loses if it may not use this kind of move as long as it has another.
report-clause = clause
report-says = rulebook
report-a-game = a game
report-in-games = in games
report-kind = kind
report-options = choices
report-gain = gain
report-used = moves a game
report-loss = worth
report-space = space
report-visits = visits a game
report-seat = seat { $number }
report-made = Made by molehill report with { $games } games between { $bot } bots, of which { $watched } were watched move by move. Intervals are 95 %. The same seed gives the same page. These are games between bots: people play differently.
report-written = { $file }: { $sentences } findings.

# The arena.
arena-title = { $game }: a leaderboard of { $agents } agents
arena-setting = seed { $seed }, rules version { $rules }, box { $box }
arena-places = Places
arena-pairs = Each against each
arena-faults = What went wrong
arena-place = place
arena-agent = agent
arena-rating = rating
arena-ahead = came first
arena-won = games won
arena-games = games
arena-faulty = faults
arena-before = came before
arena-made = { $games } games of each pair: every deal twice, with the seats exchanged and the same chance. Came first is how often a seat of the agent came before a seat of another, without ties, on the mean over all others. Ratings are openskill's, ± its sigma. An agent that is at fault loses that game.
arena-made-teams = { $games } games of each team, the same deals for all. A team that is at fault loses that game.
arena-seconds = It took { $seconds } s.
arena-written = The page is in { $file }.
