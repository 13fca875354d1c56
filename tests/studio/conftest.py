"""Conversations with a session and with a prover."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from retromaze.studio.messages import Open, Welcome
from retromaze.studio.prover import Prover
from retromaze.studio.session import Session
from tests.studio.conversation import Conversation


@pytest.fixture
def page() -> Iterator[Conversation]:
    """A page that has been welcomed by a session."""
    made = Conversation()
    made.begin(Session(made, Open("backtracker", seed=1)).serve)
    made.hear(Welcome)
    yield made
    made.end()


@pytest.fixture
def proof() -> Iterator[Conversation]:
    """A page's conversation with a prover."""
    made = Conversation()
    made.begin(Prover(made).serve)
    yield made
    made.end()
