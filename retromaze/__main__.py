"""`python -m retromaze`."""

import sys

from retromaze.cli import start

sys.exit(start())
