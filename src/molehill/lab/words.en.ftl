# What the lab says. Numbers come ready to be read; { $b } is the name of a setting that is compared with the first.
# $verdict: more, less, near (if there is a difference it is small), unknown (more games would tell).

found-team-wins = { $verdict ->
    [more] More is won with { $b }: { $to } % instead of { $from } % (+{ $by } points, ±{ $error }).
    [less] Less is won with { $b }: { $to } % instead of { $from } % (−{ $by } points, ±{ $error }).
    [near] If { $b } changes how much is won at all, then by less than { $within } points.
   *[unknown] Whether more is won with { $b } can't be told yet: about { $games } more games would tell.
 }
found-bot-wins = { $verdict ->
    [more] With { $b } { $about } wins more: { $to } % instead of { $from } % (+{ $by } points, ±{ $error }).
    [less] With { $b } { $about } wins less: { $to } % instead of { $from } % (−{ $by } points, ±{ $error }).
    [near] If { $b } changes how much { $about } wins at all, then by less than { $within } points.
   *[unknown] Whether { $about } wins more with { $b } can't be told yet: about { $games } more games would tell.
 }
found-first-edge = { $verdict ->
    [more] The first seat's edge rises from { $from } to { $to } points (±{ $error }) with { $b }.
    [less] The first seat's edge falls from { $from } to { $to } points (±{ $error }) with { $b }.
    [near] If { $b } changes the first seat's edge of { $from } points at all, then by less than { $within }.
   *[unknown] Whether { $b } changes the first seat's edge can't be told yet: about { $games } more games would tell.
 }
found-edge = { $verdict ->
    [more] The edge of seat { $about } rises from { $from } to { $to } points (±{ $error }) with { $b }.
    [less] The edge of seat { $about } falls from { $from } to { $to } points (±{ $error }) with { $b }.
    [near] If { $b } changes the edge of seat { $about }, { $from } points, at all, then by less than { $within }.
   *[unknown] Whether { $b } changes the edge of seat { $about } can't be told yet: about { $games } more games would tell.
 }
found-shared = { $verdict ->
    [more] Wins are shared more often with { $b }: in { $to } % of the games instead of { $from } % (±{ $error }).
    [less] Wins are shared less often with { $b }: in { $to } % of the games instead of { $from } % (±{ $error }).
    [near] If { $b } changes how often a win is shared at all, then by less than { $within } points.
   *[unknown] Whether wins are shared more often with { $b } can't be told yet: about { $games } more games would tell.
 }
found-length = { $verdict ->
    [more] { $b } is { $by } { $unit } longer (±{ $error }).
    [less] { $b } is { $by } { $unit } shorter (±{ $error }).
    [near] If { $b } is longer or shorter at all, then by less than { $within } { $unit }.
   *[unknown] Whether { $b } is longer can't be told yet: about { $games } more games would tell.
 }
found-points = { $verdict ->
    [more] { $b } brings { $by } more { $unit } on the mean (±{ $error }).
    [less] { $b } brings { $by } fewer { $unit } on the mean (±{ $error }).
    [near] If { $b } brings more or fewer { $unit } at all, then by less than { $within }.
   *[unknown] Whether { $b } brings more { $unit } can't be told yet: about { $games } more games would tell.
 }
found-tally = { $verdict ->
    [more] { $b } has { $by } more { $unit } (±{ $error }).
    [less] { $b } has { $by } fewer { $unit } (±{ $error }).
    [near] If { $b } has more or fewer { $unit } at all, then by less than { $within }.
   *[unknown] Whether { $b } has more { $unit } can't be told yet: about { $games } more games would tell.
 }

# Tables and remarks around it.
compared = { $game }: { $games } games { $arms ->
    [one] of one setting
   *[other] of each of { $arms } settings, with the same chance
 }, seed { $seed }
difference = difference
interval = 95 % interval
from-to = { $low } to { $high }
measure-team-wins = won
measure-bot-wins = won by { $about }, a chair
measure-first-edge = edge of seat 1 (points)
measure-edge = edge of seat { $about } (points)
measure-shared = shared wins
measure-length = { $unit }
measure-points = { $unit }, mean
measure-tally = { $unit }
same-chance = With separate chance it would have taken { $times } times as many games.
too-few = Of fewer than { $games } games nothing can be said.
not-settled = The goal was not reached.
stopped = Stopped before the end; this is what was known by then.
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
took = A game took { $mean } { $unit } on the mean (sd { $sd }, 90 % between { $low } and { $high }).
shared = { $games } wins were shared; each counts in equal parts.
moved = { $moves } moves, chance counted, in { $seconds } s: { $speed } million a second.

share-of-games = % of the games

# Sweeps.
as-it-is = as it is
swept = { $game }: how it responds, { $games } games a point
responds = { $what }: from { $low } with { $least } up to { $high } with { $most }.
nothing-responds = Nothing responds beyond doubt.
sweep-marks = Green: more than { $base }, beyond doubt; yellow: less. Bars go from the least to the most of a column. 95 % intervals.
not-playable = { $point } can't be played: { $why }

# Tuning.
tuned = { $game }: best with { $values }
tuned-file = Tuned with { $values }.
reached = { $aim }: { $hit ->
    [yes] reached
   *[no] not reached
 }. { $what }: { $after } (±{ $error }); { $before } in the box as it was.
tuned-budget = { $trials } trials of { $games } games; the best three were played again, and the figures are from { $evidence } games of another seed (seeds from { $seed } on).
tuned-refused = { $trials } of the trials were boxes that can't be played.
