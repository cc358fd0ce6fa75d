"""`python -m spookymarks`: the same program as the command `spookymarks`."""

from spookymarks.cli import main

main()
