"""Subscripts that may have outgrown the whole numbers of a double."""

from itertools import product

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


def test_what_is_no_int_any_more_is_out_of_range() -> None:
    found = {}
    for (name, use), way in product(USES.items(), (0, 1)):
        error = play(GROWN.replace("WAY", str(way)) + use + "\n", Machine(seed=1))
        found[name, way] = type(error), error and error.line
    assert found == dict.fromkeys(found, (SubscriptOutOfRange, 8))
