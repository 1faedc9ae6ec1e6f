"""`python -m molehill` is `molehill`."""

from molehill.cli import main

main()
