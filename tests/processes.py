"""Processes that share work are forked from one that has imported the package: it is imported once."""

import multiprocessing
from multiprocessing.context import BaseContext

IMPORTED = [
    "tests.warm",
    "retromaze.study.survey",
    "retromaze.studio.prover_process",
]
"""What the work of the package's processes needs."""
SEEDS = 2
"""Of a proof beside a page, which goes on while its test does other things; users have 20."""

context_of = multiprocessing.get_context


def forking_context(method: str | None = None) -> BaseContext:
    """The context that is asked for; processes that would be spawned are forked from a process apart."""
    if method != "spawn" or "forkserver" not in multiprocessing.get_all_start_methods():
        return context_of(method)
    context = context_of("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context
