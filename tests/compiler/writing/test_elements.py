"""Subscripts that may have outgrown the whole numbers of a double."""

from __future__ import annotations

import pytest

from retromaze.errors import SubscriptOutOfRange
from retromaze.machine.machine import Machine
from retromaze.runner import play

GROWN = 'DIM A[3],B[3,3],S$[3]\nN=1\nWHILE N<1E17\n N=N+N\nWEND\nIF WAY THEN N=-N\nS$[0]="A"\n'
USES = {
    "read": "PRINT A[N]",
    "stored": "A[N]=1",
    "outer": "B[N,1]=1",
    "inner": "SWAP B[1,N],A[0]",
    "text": 'PUSH S$[N],"B"',
    "taken": "PRINT POP(S$[N])",
}


@pytest.mark.parametrize("way", [0, 1])
@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_what_is_no_int_any_more_is_out_of_range(use: str, way: int) -> None:
    error = play(GROWN.replace("WAY", str(way)) + use + "\n", Machine(seed=1))
    assert isinstance(error, SubscriptOutOfRange)
    assert error.line == 8
