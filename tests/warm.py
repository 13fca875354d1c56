"""Makes the package's caches: a process that is forked from one that has imported this has them at once."""

from retromaze.comparison.trials import warm_up

warm_up()
