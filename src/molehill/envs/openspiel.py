"""Every game in OpenSpiel, with explicit chance: importing this module registers them.

    import pyspiel
    import molehill.envs.openspiel

    game = pyspiel.load_game("molehill_honeymoon(players=3,side=B)")

Where several seats decide at once, they do so one after the other, the lowest first, and none sees what another has
chosen: an equal game in sequential form, which is what most algorithms take. `molehill_honeymoon_simultaneous` and its
like have simultaneous nodes instead.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from molehill.engine import contract
from molehill.engine.errors import Malformed, Unknown
from molehill.engine.game import Game, Option
from molehill.envs.extras import need
from molehill.envs.positions import Position, Positions
from molehill.games import game as find_game
from molehill.games import games

need("open_spiel", "openspiel", "molehill.envs.openspiel")

import pyspiel  # noqa: E402
from open_spiel.python.algorithms import mcts  # noqa: E402

PREFIX = "molehill_"
AT_ONCE = "_simultaneous"
MOST_MOVES = 100_000  # of a game; none has been seen to come near
MOST_POINTS = 10_000  # alone, the result is the points
_SEEDS = 2**63
_SEAT = "seat"  # before a number that stands beside words: starter=seat2, or starter=drawn


def load(game: str, at_once: bool = False, **parameters: Any) -> Any:
    """One of our games as OpenSpiel has it: `load("honeymoon", players=3, side="B")`."""
    found = find_game(game)
    if at_once and not found.simultaneous:
        raise Unknown(f"in {found.name} one seat decides at a time: leave out at_once")
    options = {option.name: option for option in found.options}
    given = {name: _parameter(options[name], value) if name in options else value for name, value in parameters.items()}
    return pyspiel.load_game(f"{PREFIX}{found.id}{AT_ONCE if at_once else ''}", given)


# ---- the game -------------------------------------------------------------------------------------------------------


class OpenSpielGame(pyspiel.Game):
    """A game with its parameters: `players`, the game's options, and `box`, a file with another edition."""

    def __init__(self, game: Game, at_once: bool, parameters: dict[str, Any] | None = None) -> None:
        given = {**_defaults(game), **(parameters or {})}
        options = {option.name: _option(given[option.name]) for option in game.options}
        self.positions = Positions(game, int(given["players"]), options, given["box"] or None)
        self.at_once = at_once
        seats = self.positions.seats
        alone, together = seats == 1, game.cooperative
        info = pyspiel.GameInfo(
            num_distinct_actions=game.move_count,
            max_chance_outcomes=int(game.part("rules").OUTCOMES),
            num_players=seats,
            min_utility=-MOST_POINTS if alone else 0,
            max_utility=MOST_POINTS if alone else 1,
            utility_sum=None if alone or together else 1,
            max_game_length=MOST_MOVES,
        )
        super().__init__(_game_type(game, at_once, seats), info, parameters or {})

    def new_initial_state(self) -> OpenSpielState:
        """The table as it is laid out."""
        return OpenSpielState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its name with its parameters."""
        return pyspiel.load_game, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What one seat sees, as tensors and strings."""
        if params:
            raise Unknown(f"there are no parameters of observations, such as {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        """As many as there may be moves."""
        return MOST_MOVES


def _defaults(game: Game) -> dict[str, Any]:
    options = {option.name: _parameter(option, option.default) for option in game.options}
    return {"players": game.seat_count(None), **options, "box": ""}


def _parameter(option: Option, value: Any) -> bool | int | str:
    """The value of an option as a parameter. OpenSpiel reads what looks like a number as one, whatever it was."""
    if isinstance(value, bool):
        return value
    if all(str(each).isdigit() for each in option.values):
        return int(value)
    return f"{_SEAT}{value}" if str(value).isdigit() else str(value)


def _option(value: Any) -> str:
    """The text of an option's value, which the game understands."""
    return str(value).removeprefix(_SEAT)


def _game_type(game: Game, at_once: bool, seats: int) -> Any:
    kind = pyspiel.GameType
    rivals = kind.Utility.GENERAL_SUM if seats == 1 else kind.Utility.CONSTANT_SUM
    return kind(
        short_name=f"{PREFIX}{game.id}{AT_ONCE if at_once else ''}",
        long_name=f"{game.name}, simultaneous moves" if at_once else game.name,
        dynamics=kind.Dynamics.SIMULTANEOUS if at_once else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if game.cooperative else rivals,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_defaults(game),
    )


# ---- a state --------------------------------------------------------------------------------------------------------


class OpenSpielState(pyspiel.State):
    """A position of a game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self._positions, self._at_once = game.positions, game.at_once
        self._now = game.positions.start

    @property
    def position(self) -> Position:
        """The position, for those who know what they do: it has everybody's secrets."""
        return self._now

    @property
    def positions(self) -> Positions:
        """What can be asked about positions."""
        return self._positions

    def current_player(self) -> int:
        """The seat that is to decide; or chance, the end, or several at once."""
        pending = self._now.pending
        if pending == contract.NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        if pending == contract.CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        if self._at_once and pending & pending - 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return _lowest(pending)

    def _legal_actions(self, player: int) -> list[int]:
        return self._positions.legal(self._now, player) if self._decides(player) else []

    def _decides(self, player: int) -> bool:
        pending = self._now.pending
        return pending > 0 and bool(pending >> player & 1)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can bring, numbered from 0 on, and how likely it is."""
        return [(action, likely) for action, (_, likely) in enumerate(self._positions.outcomes(self._now))]

    def _apply_action(self, action: int) -> None:
        pending = self._now.pending
        if pending == contract.CHANCE:
            self._now = self._positions.after(self._now, contract.CHANCE, self._outcome(action))
        else:
            self._now = self._moved(_lowest(pending), action)

    def _outcome(self, action: int) -> int:
        return self._positions.outcomes(self._now)[action][0]

    def _apply_actions(self, actions: list[int]) -> None:
        for player in [seat for seat in range(len(actions)) if self._decides(seat)]:
            self._now = self._moved(player, actions[player])

    def _moved(self, player: int, action: int) -> Position:
        """After this move. The compiled rules trust their caller, and a wrong number could end the whole process."""
        if not self._positions.is_legal(self._now, player, action):
            raise Malformed(f"action {action} is not legal for player {player}")
        return self._positions.after(self._now, player, action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._positions.spelled_outcome(self._outcome(action))
        return self._positions.spelled(action)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._now.pending == contract.NOBODY

    def returns(self) -> list[float]:
        """The result for each seat: 0 until the end."""
        return self._positions.scores(self._now)

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """A state that the player can't tell from this one. `sampler` gives a number from 0 up to 1."""
        twin: OpenSpielState = self.get_game().new_initial_state()
        seed = int(sampler() * _SEEDS)
        twin._now = self._positions.imagined(self._now, player, seed)
        return twin

    def __str__(self) -> str:
        match = self._positions.match(self._now)
        return _plain(match.view(None)) if self._now.pending else f"over: {self.returns()}"


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _plain(view: Any) -> str:
    return json.dumps(view, separators=(",", ":"), ensure_ascii=False)


# ---- what a seat sees -----------------------------------------------------------------------------------------------


class Observer:
    """What one seat sees: the declared observation as a tensor, and in words.

    With perfect recall, the information state: all that the seat has seen and done so far.
    """

    def __init__(self, game: OpenSpielGame, wanted: Any) -> None:
        self._positions = game.positions
        self._memory = bool(wanted.perfect_recall)
        self._spectator = wanted.private_info == pyspiel.PrivateInfoType.NONE
        layout = game.positions.layout(self._memory)
        self.tensor: npt.NDArray[np.float32] = np.zeros(layout.size, dtype=np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = layout.split(self.tensor)

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill the tensor with what this player sees."""
        seat = None if self._spectator else player
        self.tensor[:] = self._positions.observe(state.position, seat, self._memory)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The same in words."""
        if self._memory and not self._spectator:
            return self._positions.information(state.position, player)
        return _plain(self._positions.match(state.position).view(None if self._spectator else player))


# ---- what its bots need ----------------------------------------------------------------------------------------------


class Rollouts(mcts.Evaluator):
    """OpenSpiel's RandomRolloutEvaluator with our compiled loop: the same values, many times faster."""

    def __init__(self, rollouts: int = 1, seed: int = 0) -> None:
        self._rollouts = rollouts
        self._rng = np.random.default_rng(seed)

    def evaluate(self, state: OpenSpielState) -> npt.NDArray[np.float64]:
        """The mean result of random games from here on, for each seat."""
        seeds = self._rng.integers(_SEEDS, size=self._rollouts).tolist()
        found = [state.positions.played_out(state.position, seed) for seed in seeds]
        mean: npt.NDArray[np.float64] = np.array(found).mean(axis=0)
        return mean

    def prior(self, state: OpenSpielState) -> list[tuple[int, float]]:
        """Each move equally likely."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def _of(game: Game, at_once: bool) -> type[OpenSpielGame]:
    """A class for each registered name. OpenSpiel lets go of it after Python's end, which only classes survive."""

    class Registered(OpenSpielGame):
        def __init__(self, parameters: dict[str, Any] | None = None) -> None:
            super().__init__(game, at_once, parameters)

    return Registered


def register(game: Game) -> None:
    """Make a game known to OpenSpiel under its names. All installed games are."""
    for at_once in (False, True) if game.simultaneous else (False,):
        pyspiel.register_game(_game_type(game, at_once, game.seat_count(None)), _of(game, at_once))


for _game in games().values():
    register(_game)
