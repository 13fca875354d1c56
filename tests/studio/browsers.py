"""A pytest plugin with the browsers: each is opened once in a process, when a test first wants it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

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
