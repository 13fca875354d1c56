"""A pytest plugin with what tests of pages share: browsers, and Pyodide, which runs Python in them.

Each browser is opened once in a process, when a test first wants it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from retromaze.studio import export
from retromaze.studio.export import NoPyodide
from tests.amounts import REQUIRED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers: its event loop lasts as long, and no other can run in the thread."""
    from tests.studio.browsing import driver

    with driver() as made:
        yield made


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    from tests.studio.browsing import launched_chromium

    made = launched_chromium(playwright)
    yield made
    made.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    from tests.studio.browsing import launched_firefox

    made = launched_firefox(playwright)
    yield made
    made.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browser:
    """A browser without a page: Chromium, unless a test is made in others."""
    found: Browser = request.getfixturevalue(getattr(request, "param", "chromium"))
    return found


@pytest.fixture(scope="session")
def pyodide() -> dict[str, bytes]:
    """Pyodide's files, out of the cache; only CI fetches them, the first process for all."""
    if not REQUIRED:
        try:
            return export.read_folder(export.cache_folder_of_version())
        except NoPyodide:
            pytest.skip("Pyodide is not in the cache; retromaze studio --export OUT.html fetches it")
    import fcntl

    kept = export.cache_folder_of_version()
    kept.parent.mkdir(parents=True, exist_ok=True)
    with (kept.parent / f"{kept.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return export.load_pyodide_files(None)
