"""Jumps that Python can say in its own words, and those it cannot."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from retromaze.analysis import restructure
from retromaze.analysis.programs import analyse_listing, lowered_main
from retromaze.comparison import Listing, compare_programs
from retromaze.language import block_tree, nodes
from retromaze.language.block_tree import Block, Choice, GotoNext
from retromaze.porting.writing import write_port
from tests.porting.bodies import body, loaded, with_margins


def test_a_jump_forward_is_an_if() -> None:
    source = 'INPUT A\nIF A<3 THEN GOTO @L\nPRINT "MANY"\n@L\nPRINT A'
    assert body(source) == (
        'a = basic.ask_number(machine, "?", 0.0)\n'
        "if a >= 3:\n"
        '    machine.console.print("MANY")\n'
        "machine.console.print(basic.printed(a))"
    )


def test_a_jump_back_is_a_loop() -> None:
    assert body("@TOP\nINC A\nPRINT A\nIF A<5 THEN GOTO @TOP\nPRINT 1") == (
        "a = 0\n"
        "while True:\n"
        "    a += 1\n"
        "    machine.console.print(str(a))\n"
        "    if a >= 5:\n"
        "        break\n"
        'machine.console.print("1")'
    )


def test_a_jump_over_an_else_part() -> None:
    source = "IF RND(2) THEN PRINT 1:GOTO @END\nBEEP\n@END\nPRINT 3"
    assert body(source) == (
        "if machine.rng.below(2):\n"
        '    machine.console.print("1")\n'
        "else:\n"
        "    machine.sound.beep()\n"
        'machine.console.print("3")'
    )


def test_on_goto_is_a_match() -> None:
    source = "ON RND(3) GOTO @A,@B\nPRINT 0:GOTO @E\n@A PRINT 1:GOTO @E\n@B PRINT 2\n@E PRINT 3"
    assert with_margins(source) == (
        "match machine.rng.below(3):  # 1\n"
        "    case 0:  # @A\n"
        '        machine.console.print("1")  # 3\n'
        "    case 1:  # @B\n"
        '        machine.console.print("2")  # 4\n'
        "    case _:\n"
        '        machine.console.print("0")  # 2\n'
        'machine.console.print("3")  # 5'
    )


def test_a_part_with_a_loop_and_one_behind_the_menu_are_cases_of_a_match() -> None:
    source = (
        "@M\nON RND(3) GOTO @END,@WAIT\nPRINT 0:GOTO @M\n"
        "@WAIT\n@L\nIF RND(2) THEN @DONE\nPRINT 1:GOTO @L\n@DONE\nPRINT 2:GOTO @M\n@END PRINT 3"
    )
    expected = """\
while True:
    match machine.rng.below(3):
        case 1:
            while not machine.rng.below(2):
                machine.console.print("1")
            machine.console.print("2")
        case 0:
            machine.console.print("3")
            break
        case _:
            machine.console.print("0")"""
    assert body(source) == expected


def test_jumps_to_one_place_are_ifs_inside_each_other() -> None:
    source = "INPUT A\nIF A<1 THEN @E\nPRINT 1\nIF A<2 THEN @E\nPRINT 2\n@E\nPRINT 3"
    assert body(source) == (
        'a = basic.ask_number(machine, "?", 0.0)\n'
        "if a >= 1:\n"
        '    machine.console.print("1")\n'
        "    if a >= 2:\n"
        '        machine.console.print("2")\n'
        'machine.console.print("3")'
    )


@pytest.mark.slow
def test_what_python_cannot_nest_stays_a_jump() -> None:
    forward = "".join(f"IF A=={at} THEN @E\nA=A+1\n" for at in range(120)) + "@E\nPRINT A"
    labels = "".join(f"@L{at}\nA=A+1\n" for at in range(25))
    back = labels + "".join(f"IF A<{at} THEN @L{at}\n" for at in reversed(range(25))) + "PRINT A"
    for source in (forward, back):
        text = write_port(source)
        assert "while True:  # the listing's own jumps" in text
        assert compare_programs(Listing(source), loaded(text), seed=1).difference is None


def test_labels_at_one_place_share_a_case() -> None:
    source = "N=RND(3)\nON N GOTO @A,@B\nGOTO @E\n@A\n@B\nPRINT N:GOTO @E\n@E\nPRINT 9"
    assert with_margins(source) == (
        "n = machine.rng.below(3)  # 1\n"
        "match n:  # 2\n"
        "    case 0 | 1:  # @A, @B\n"
        "        machine.console.print(str(n))  # 6\n"
        'machine.console.print("9")  # 8'
    )


def test_a_jump_to_what_comes_next_is_still_come_to() -> None:
    """The compiled listing has a line for it, which debuggers and coverage find."""
    (lowered,) = lowered_main(analyse_listing("IF A THEN @E\nGOTO @E\n@E\nPRINT 1").main)
    choice, last = lowered.body.statements
    assert isinstance(choice, Choice)
    ((_, jumping),) = choice.branches
    assert [(type(each), each.line) for each in jumping.statements] == [(GotoNext, 1)]
    assert [(type(each), each.line) for each in choice.otherwise.statements] == [(GotoNext, 2)]
    assert (type(last), lowered.live_labels) == (nodes.Print, set())


def test_a_loop_that_is_begun_in_its_middle_is_an_endless_one() -> None:
    source = "GOTO @IN\nWHILE A<3\nPRINT A\n@IN INC A\nWEND"
    assert with_margins(source) == (
        "a = 0\n"
        "while True:  # @IN\n"
        "    a += 1  # 4\n"
        "    if a >= 3:  # 2\n"
        "        break  # 2\n"
        "    machine.console.print(str(a))  # 3"
    )


def test_a_jump_into_a_loop_from_two_places_is_a_marked_dispatch() -> None:
    source = "IF RND(2) GOTO @IN\nPRINT 8\nPRINT 9\nWHILE A<3\nPRINT A\nPRINT 1\n@IN INC A\nPRINT 2\nWEND"
    assert with_margins(source) == (
        "a = 0\n"
        'step = "the top"\n'
        "while True:  # the listing's own jumps\n"
        "    match step:\n"
        '        case "the top":\n'
        "            if machine.rng.below(2):  # 1\n"
        '                step = "in"  # 1\n'
        "                continue\n"
        '            machine.console.print("8")  # 2\n'
        '            machine.console.print("9")  # 3\n'
        '            step = "top0"\n'
        '        case "top0":\n'
        "            if a >= 3:  # 4\n"
        "                break  # 4\n"
        "            machine.console.print(str(a))  # 5\n"
        '            machine.console.print("1")  # 6\n'
        '            step = "in"\n'
        '        case "in":\n'
        "            a += 1  # 7\n"
        '            machine.console.print("2")  # 8\n'
        '            step = "top0"  # 4'
    )


def test_a_label_may_be_called_start() -> None:
    source = """\
N=RND(9)
ON N MOD 3 GOTO @B,@C,@START
@START
PRINT "S":INC K:IF K>5 THEN END
IF RND(2) THEN @C
@B
PRINT "B":IF RND(2) THEN @START
@C
PRINT "C":INC K:IF K>5 THEN END
IF RND(2) THEN @B
GOTO @START
"""
    text = write_port(source)
    assert 'case "the top":' in text
    assert 'case "start":' in text
    assert compare_programs(Listing(source), loaded(text), seed=1).difference is None


JUMPING: dict[str, Callable[[int], str]] = {
    "forward": lambda n: "".join(f"IF A=={at} THEN GOTO @L{at}\nB=B+1\n@L{at}\nA=A+1\n" for at in range(n)),
    "back": lambda n: "".join(f"@L{at}\nA=A+1\nIF A<{at} THEN GOTO @L{at}\n" for at in range(n)),
    "far and wide": lambda n: "".join(f"@L{at}\nA=A+1\nIF A THEN GOTO @L{at * 31 % n}\n" for at in range(n)),
}


@pytest.mark.slow
def test_what_is_in_a_step_is_not_looked_through_again_for_each_jump(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [0]
    steps = block_tree.all_steps

    def counted(block: Block) -> Iterator[Any]:
        for step in steps(block):
            looks[-1] += 1
            yield step

    monkeypatch.setattr(restructure, "all_steps", counted)
    for name, jumps in JUMPING.items():
        for count in (25, 50):
            looks.append(0)
            write_port(jumps(count))
        assert looks[-1] <= 2.3 * looks[-2], name
