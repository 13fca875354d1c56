"""Conversations with a session and with a prover, and a visitor of a studio."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from retromaze.studio.messages import Open, Welcome
from retromaze.studio.prover import Prover
from retromaze.studio.session import StudioSession
from tests.studio.conversation import Conversation

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from retromaze.studio.server import StudioServer
    from tests.studio.visiting import Visit


@pytest.fixture
def page() -> Iterator[Conversation]:
    """A page that has been welcomed by a session."""
    made = Conversation()
    made.begin(StudioSession(made, Open()).serve)
    made.hear(Welcome)
    yield made
    made.end()


@pytest.fixture
def proof(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Conversation]:
    """A page's conversation with a prover."""
    made = Conversation()
    made.begin(Prover(made, tmp_path_factory.mktemp("edited")).serve)
    yield made
    made.end()


@pytest.fixture(scope="module")
def server() -> Iterator[StudioServer]:
    """A studio that opens the published listing."""
    from tests.studio.visiting import studio

    made = studio()
    yield made
    made.close()


@pytest.fixture
def visit(browser: Browser, server: StudioServer) -> Iterator[Visit]:
    """A visitor of it, whose page may say nothing on its console."""
    from tests.studio.visiting import Visit

    made = Visit(browser, server)
    yield made
    made.close()
