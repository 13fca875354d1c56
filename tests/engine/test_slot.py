"""Slots: their namespaces, and functions that become code when they are first called."""

from concurrent.futures import ThreadPoolExecutor
from types import CodeType

import pytest

import retromaze
from retromaze.compiler.compiling import Compiled, compile_listing
from retromaze.compiler.settings import Settings
from retromaze.engine.computer import Computer
from retromaze.engine.slot import Namespace
from retromaze.machine.machine import Machine
from retromaze.runner import run_computer
from tests.amounts import many


def test_a_name_has_one_value_for_all_who_use_it() -> None:
    names = Namespace()
    names["A"] = 1
    names["A"] = 2
    assert (names["A"], list(names), len(names)) == (2, ["A"], 1)
    del names["A"]
    assert "A" not in names


def test_a_function_stores_to_the_cells() -> None:
    def around() -> CodeType:
        total = 0

        def add() -> None:
            nonlocal total
            total += 1

        return add.__code__

    names = Namespace()
    add = names.make_function(around())
    with pytest.raises(NameError, match="total"):
        add()
    names["total"] = 5
    add()
    assert names["total"] == 6


TWO = 'IF MAINCNT>9 THEN OTHER\n?DOUBLE(4)\nDEF DOUBLE(X)\n RETURN X*2\nEND\nDEF OTHER\n ?"NEVER"\nEND\n'


def run(source: str) -> tuple[str, Compiled]:
    computer = Computer(Machine(seed=1))
    computer.load_source(0, source)
    run_computer(computer, frames=60)
    compiled = computer.slots[0].compiled
    assert compiled is not None
    return computer.machine.console.text(), compiled


def test_what_is_never_called_is_no_code() -> None:
    source = TWO + "'never called"
    assert list(compile_listing(source, settings=Settings("PRG0")).uncompiled) == [
        "OTHER_def1",
        "DOUBLE_def1",
    ]
    text, compiled = run(source)
    assert (text, list(compiled.uncompiled)) == ("8", ["OTHER_def1"])
    assert run(source) == (text, compiled)


def test_what_no_gosub_reached_is_no_code() -> None:
    source = "IF MAINCNT>9 THEN GOSUB @NEVER\nGOSUB @ONCE\nEND\n@NEVER\n?0\nRETURN\n@ONCE\n?1;\nRETURN"
    text, compiled = run(source)
    assert (text, list(compiled.uncompiled)) == ("1", ["main_1"])
    assert [code.co_name for code in compiled.functions] == ["main_0", "main_1", "main_2"]


def test_two_labels_of_one_function_are_code_at_once() -> None:
    source = "GOSUB @A\nGOSUB @B\nEND\n@A\n?1;\n@B\n?2;\nRETURN"
    text, compiled = run(source)
    assert (text, compiled.uncompiled) == ("122", {})


def test_all_functions_are_there_for_who_asks_for_them() -> None:
    compiled = compile_listing(TWO + "'asked for")
    names = [code.co_name for code in compiled.functions]
    assert (names, compiled.uncompiled) == (["main_0", "DOUBLE_def1", "OTHER_def1"], {})


def test_a_debugger_has_all_code_at_once() -> None:
    assert not compile_listing(TWO, settings=Settings(basic_names=True)).uncompiled


def test_who_is_told_of_statements_is_told_of_those_in_first_calls() -> None:
    computer = Computer(Machine(seed=1), traced=True)
    computer.load_source(0, TWO)
    told: list[tuple[int, int]] = []
    computer.on_statement = lambda slot, line, column: told.append((line, column))
    run_computer(computer)
    compiled = computer.slots[0].compiled
    assert told == [(1, 1), (2, 1), (4, 2)]
    assert compiled is not None and list(compiled.uncompiled) == ["OTHER_def1"]


def test_a_def_that_is_first_called_behind_another_screen_draws_there() -> None:
    rows = ["XSCREEN 2:DISPLAY 1", "MARK 2", "DISPLAY 0:?GSPOIT(2,2)", "DEF MARK N", "GPSET N,N,-1", "END"]
    assert run("\n".join(rows))[0] == "0"
    assert run("\n".join(rows).replace("DISPLAY 0", "N=GSPOIT(2,2):DISPLAY 0:?N"))[0] == "-460552\n0"


def test_loops_that_nest_deeper_than_python_s_in_a_def() -> None:
    heads = "".join(f"FOR A{each}=0 TO 0\n" for each in range(25))
    source = f"DEEP\nDEF DEEP\n{heads}?7\n" + "NEXT\n" * 25 + "END\n"
    assert run(source)[0] == "7"


def test_loops_that_nest_deeper_than_python_s_behind_a_gosub() -> None:
    heads = "".join(f"FOR A{each}=0 TO 0\n" for each in range(25))
    inside = "N=N+1\nIF N<3 THEN @DEEP\n?N"
    source = f"GOSUB @DEEP\nFOR I=0 TO 1:?I:NEXT\nEND\n@DEEP\n{heads}{inside}\n" + "NEXT\n" * 25 + "RETURN"
    assert run(source)[0] == "3\n0\n1"


@pytest.mark.slow
def test_more_first_calls_inside_each_other_than_python_has_room_for() -> None:
    count = many(600, 2_000)
    rows = [f"DEF F{each}(X):RETURN F{each + 1}(X)+1:END" for each in range(count)]
    source = "\n".join(["?F0(1)", *rows, f"DEF F{count}(X):RETURN X:END"])
    assert run(source)[0] == f"{count + 1}"


@pytest.mark.slow
def test_runs_in_threads_share_what_becomes_code() -> None:
    rows = [f"DEF F{each}(X)\nRETURN X+{each}\nEND" for each in range(40)]
    calls = "".join(f"N=F{each}(N)\n" for each in range(40))
    source = calls + "?N\n" + "\n".join(rows)
    with ThreadPoolExecutor(8) as threads:
        assert {text for text, _ in threads.map(run, [source] * 16)} == {"780"}


def test_an_error_in_a_first_call_has_its_place() -> None:
    result = retromaze.run("A=1\n FAIL 0\nDEF FAIL N\n LOCATE 99,N\nEND\n", seed=1)
    assert result.error is not None
    assert (result.error.line, result.error.column, result.error.builtin) == (4, 2, "LOCATE")
