"""The pytest plug-in: a fixture that keeps the pictures of a difference with the test's temporary files.

Of retromaze nothing is imported before a test asks for it: pytest loads this in every project.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def assert_same(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., None]:
    """`retromaze.testing.assert_same` for this test: its files may lie beside it, pictures in `tmp_path`."""
    folder = request.path.parent

    def assert_with_defaults(listing: str | Path, port: Any = None, **options: Any) -> None:
        __tracebackhide__ = True
        from retromaze.testing import assert_same as assert_it

        options.setdefault("pictures", tmp_path / "pictures")
        find = partial(found_in, folder)
        assert_it(find(listing), find(port), **options)

    return assert_with_defaults


def found_in(folder: Path, name: Any) -> Any:
    """Returns the path in this folder of a file that only exists there; anything else as it is."""
    if isinstance(name, str) and ("\n" in name or not name):
        return name
    if isinstance(name, str | Path) and not os.path.exists(name) and exists_in(folder, str(name)):
        return str(folder / name)
    return name


def exists_in(folder: Path, name: str) -> bool:
    """Whether a folder has such a file, named `maze.py` or, with a function, `maze.py:dig`."""
    return os.path.isfile(folder / name) or os.path.isfile(folder / name.rpartition(":")[0])
