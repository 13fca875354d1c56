"""`python -m retromaze`."""

import sys

from retromaze.cli import main

sys.exit(main())
