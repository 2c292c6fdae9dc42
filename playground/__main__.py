"""`python -m playground`: the engine without the page."""

import sys

from playground.giving.command import main

if __name__ == "__main__":
    sys.exit(main())
