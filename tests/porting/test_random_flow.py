"""Random programs of loops, branches and jumps: their ports do what they do."""

import random
from types import ModuleType

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.recording import record
from retromaze.comparison.script import Script
from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import write_port
from tests.amounts import many
from tests.compiler.test_random_flow import program


def test_ports_of_random_programs() -> None:
    same, programs = 0, many(9, 100)
    for seed in range(programs):
        source = program(random.Random(seed))
        if record(Listing(source), 1, Script()).end.error:
            continue
        try:
            text = write_port(source)
        except CannotPort as refusal:
            assert "worked out" in refusal.reason
            continue
        module = ModuleType("port")
        exec(compile(text, "port.py", "exec"), vars(module))
        difference = compare_programs(Listing(source), module.main, seed=1).difference
        assert difference is None, f"seed {seed}\n{difference}\n{text}"
        same += 1
    assert same > programs / 4
