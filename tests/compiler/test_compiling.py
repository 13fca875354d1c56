"""The names that compiled code finds in cells; garbage is not collected while compiling."""

import gc

import pytest

import retromaze
from retromaze.compiler import compiling
from retromaze.compiler.compiling import RUN_NAMES, compile_listing
from retromaze.engine.computer import Computer
from retromaze.engine.operators import OPERATORS
from retromaze.engine.services import Services
from retromaze.errors import BasicSyntaxError
from retromaze.language.text import yielding_to
from retromaze.machine.machine import Machine

ADDED = {"budget", "command", "work"}
"""Slots and the prompt hand these out."""


def test_what_belongs_to_a_run_is_handed_out_by_it() -> None:
    computer = Computer(Machine(seed=1))
    assert set(RUN_NAMES) - ADDED == set(Services(computer, computer.slots[0]))
    assert set(RUN_NAMES).isdisjoint(OPERATORS)


def test_a_function_has_cells_for_what_it_uses() -> None:
    main, add = compile_listing("A=1:B=2\nADD 3\nPRINT A\nDEF ADD N\n A=A+LEN(STR$(N))\nEND\n").functions
    assert (main.co_name, main.co_qualname) == ("main_0", "main_0")
    assert main.co_freevars == ("A", "ADD_def1", "print_")
    assert (add.co_name, add.co_freevars) == ("ADD_def1", ("A", "str_text_0_"))


def test_runs_of_one_listing_share_no_variables() -> None:
    source = "A=A+1\nTELL\nDEF TELL:A=A+1:PRINT A:END\n"
    for _ in range(2):
        computer = Computer(Machine(seed=1))
        computer.load_source(0, source)
        computer.run()
        assert computer.slots[0].namespace["A"] == 2


def test_many_functions_are_compiled_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"DEF F{each}(X)\nG=G+X\nRETURN F{each + 1}(X)+1\nEND\n" for each in range(9)]
    source = "G=0\n" + "".join(lines) + "DEF F9(X)\nRETURN X\nEND\nGOSUB @A\n?F0(3);G:END\n@A\nG=2\nRETURN\n'"
    together = compile_listing(source).functions
    assert len(together) > 9
    monkeypatch.setattr(compiling, "TOGETHER", 3)
    apart = compile_listing(source + "'").functions
    assert apart == together
    assert retromaze.run(source + "'", seed=1).text == "1229"


def test_garbage_is_not_collected_inside_and_is_again_behind() -> None:
    found = []
    with yielding_to(lambda: found.append(gc.isenabled())):
        compile_listing("COLLECTED=1:PRINT COLLECTED")
    assert (set(found), gc.isenabled()) == ({False}, True)


def test_an_error_leaves_the_collector_as_it_was() -> None:
    with pytest.raises(BasicSyntaxError):
        compile_listing("COLLECTED=1:)")
    assert gc.isenabled()
