"""Pauses Python's garbage collector while much is made that is no garbage.

It looks through all that has been made, again and again while that grows, and nobody is heard meanwhile.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def garbage_kept() -> Iterator[None]:
    """No garbage is looked for inside."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def kept_apart() -> Iterator[None]:
    """No garbage is looked for inside, nor at the next look behind it among what was made.

    A million rows of an array took the collector a fifth of a second. They count as old at once.
    """
    with garbage_kept():
        try:
            yield
        finally:
            gc.freeze()
            gc.unfreeze()
