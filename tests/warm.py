"""Makes the package's caches, and has provers compare few seeds.

A process that is forked from one that has imported this has them at once.
"""

from retromaze.comparison.checks import warm_up
from retromaze.studio import prover
from tests.processes import SEEDS

warm_up()
prover.SEEDS = SEEDS
