"""The pytest plug-in: a fixture that keeps the pictures of a difference with the test's temporary files.

Of retromaze nothing is imported before a test asks for it: pytest loads this in every project.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def assert_same(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[..., None]:
    """`retromaze.testing.assert_same` for this test: its files may lie beside it, pictures in `tmp_path`."""
    folder = request.path.parent

    def assert_with_defaults(listing: str | Path, port: Any = None, **options: Any) -> None:
        __tracebackhide__ = True
        from retromaze import testing

        options.setdefault("pictures", tmp_path / "pictures")
        testing.assert_same(path_beside(folder, listing), path_beside(folder, port), **options)

    return assert_with_defaults


def path_beside(folder: Path, program: Any) -> Any:
    """Returns the path in the test's folder if `program` names a file that only exists there; else `program`.

    It may also be a listing's text, a function, or None.
    """
    # a listing's text, not a name: what stands before its last colon could be a file's name by chance
    if isinstance(program, str) and "\n" in program:
        return program
    if isinstance(program, str | Path) and not os.path.exists(program) and exists_in(folder, str(program)):
        return str(folder / program)
    return program


def exists_in(folder: Path, name: str) -> bool:
    """Whether a folder has such a file, named `maze.py` or, with a function, `maze.py:dig`."""
    return os.path.isfile(folder / name) or os.path.isfile(folder / name.rpartition(":")[0])
