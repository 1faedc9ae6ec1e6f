"""Whole numbers as callers give them, Python's or NumPy's: understood, or refused in words."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

from molehill.engine.errors import Malformed, Unknown

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


def number(value: Any, says: str, low: float = -math.inf, high: float = math.inf) -> int:
    """The number, as Python's own. Raises Unknown, which says what it should have been, and what it was."""
    try:
        found = operator.index(value)
    except TypeError:
        raise Unknown(f"{says}, not {value!r}") from None
    if isinstance(value, bool) or not low <= found <= high:
        raise Unknown(f"{says}, not {value!r}")
    return found


def array(values: npt.ArrayLike, says: str) -> npt.NDArray[np.integer[Any]]:
    """An array of whole numbers, as it is. Raises Malformed, which says what it should have been."""
    import numpy as np

    try:
        found: npt.NDArray[Any] = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise Malformed(says) from None
    if found.size and not np.issubdtype(found.dtype, np.integer):
        raise Malformed(says)
    return found if found.size else found.astype(np.int64)
