"""Words: message ids with parameters become sentences here, from Project Fluent catalogues, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle

_COMMON = Path(__file__).with_name("words.en.ftl")
_REMEMBERED = 50_000  # sentences, of which none says again what is longer than this
_LONGEST = 100


class Words:
    """The sentences of one game (and the engine's own) in one language."""

    def __init__(self, *catalogues: Path, locale: str = "en") -> None:
        self._catalogues = (_COMMON, *catalogues)
        self._locale = locale
        self._bundle: FluentBundle | None = None
        self._said: dict[Any, str] = {}

    def _load(self) -> FluentBundle:
        from fluent.runtime import FluentBundle, FluentResource

        bundle = FluentBundle([self._locale], use_isolating=False)
        for path in self._catalogues:
            bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")), allow_overrides=True)
        return bundle

    def __contains__(self, message: str) -> bool:
        self._bundle = self._bundle or self._load()
        return self._bundle.has_message(message)

    def say(self, message: str, **parameters: Any) -> str:
        """The sentence for a message. A missing message or parameter is a bug and raises LookupError."""
        asked = (message, *((name, value, type(value)) for name, value in parameters.items()))
        said = self._said.get(asked)
        if said is None:
            if len(self._said) >= _REMEMBERED:
                self._said.clear()
            said = self._compose(message, parameters)
            if all(len(value) <= _LONGEST for value in parameters.values() if isinstance(value, str)):
                self._said[asked] = said
        return said

    def _compose(self, message: str, parameters: dict[str, Any]) -> str:
        if message not in self or self._bundle is None:
            raise LookupError(f"no words for {message}")
        value = self._bundle.get_message(message).value
        if value is None:
            raise LookupError(f"no words for {message}")
        text, errors = self._bundle.format_pattern(value, parameters)
        if errors:
            raise LookupError(f"{message}: {errors[0]}")
        return str(text)
