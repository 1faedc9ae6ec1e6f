"""Games in the pocket: a game's compiled rules and bots as WebAssembly, from the same kernels that run natively.

`engine/compiling.py` lowers the kernels. `entries.py` puts functions around them that take addresses and numbers,
`portable.py` makes an object file of it all, `objects.py` makes that a module, and `facts.py` writes down what a host
must know. `host.js` is such a host, for browsers and Node. `docs/pocket.md` explains it.
"""

from __future__ import annotations

from molehill.pocket.building import HOST, STAGES, host, module, write
from molehill.pocket.objects import Unfit

__all__ = ["HOST", "STAGES", "Unfit", "host", "module", "write"]
