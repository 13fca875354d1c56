"""The targets of statements, and the blocks that need no Python loop for their jumps."""

from retromaze.analysis.jumps import (
    MOST_FORWARD_JUMPS,
    needs_no_dispatch,
    never_continues,
    parts_of,
    targets,
)
from retromaze.analysis.programs import analyse_listing, lowered_main
from retromaze.language import nodes
from retromaze.language.block_tree import Forever, Leave
from retromaze.language.parser import parse


def test_where_a_statement_leads() -> None:
    table = [
        ("GOTO @L", True, ["L"]),
        ("GOTO A$", True, []),
        ("ON A GOTO @L,@M", False, ["L", "M"]),
        ("ON A GOSUB @L", False, []),
        ("RETURN", True, []),
        ("END", True, []),
        ("STOP", False, []),
        ("BREAK", True, []),
        ("CONTINUE", True, []),
        ("A=1", False, []),
    ]
    found = []
    for source, *_ in table:
        (step,) = parse(source)
        assert isinstance(step, nodes.Straight | nodes.Jump)
        found.append((source, never_continues(step), targets(step)))
    assert found == table


def test_a_way_out_of_a_loop_leaves_and_a_loop_does_not() -> None:
    loop = Forever(1, 1, "L")
    assert never_continues(Leave(1, 1, loop, again=False))
    assert not never_continues(loop)


LOOP = "FOR I=0 TO 3:IF RND(9)==0 THEN GOTO {}\nNEXT\n"


def test_jumps_forward_out_of_loops() -> None:
    passed_over = [
        (LOOP.format("@L") + "PRINT 1\n@L", True),
        (LOOP.format("@L") + LOOP.format("@M") + "PRINT 1\n@L\nPRINT 2\n@M", True),
        (f"IF A THEN\n{LOOP.format('@L')}PRINT 1\nENDIF\nPRINT 2\n@L", True),
        # one jump goes back, or out of no loop
        (LOOP.format("@L") + f"@M\nPRINT 1\n@L\n{LOOP.format('@M')}", False),
        (LOOP.format("@L") + "IF A THEN PRINT 2:IF B THEN GOTO @L\nPRINT 1\n@L", False),
        # too many: tests would stand inside tests
        (LOOP.format("@L") * MOST_FORWARD_JUMPS + "PRINT 1\n@L", True),
        (LOOP.format("@L") * (MOST_FORWARD_JUMPS + 1) + "PRINT 1\n@L", False),
    ]
    found = []
    for source, _ in passed_over:
        (main,) = lowered_main(analyse_listing(source).main)
        found.append((source, needs_no_dispatch(parts_of(main.body, main.live_labels))))
    assert found == passed_over
