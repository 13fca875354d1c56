"""Where the steps of a lowered program lead."""

from retromaze.analysis.jumps import targets
from retromaze.analysis.restructure import leaves
from retromaze.language import nodes
from retromaze.language.parser import parse
from retromaze.language.structure import Forever, Leave


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
        found.append((source, leaves(step), targets(step)))
    assert found == table


def test_a_way_out_of_a_loop_leaves_and_a_loop_does_not() -> None:
    loop = Forever(1, 1, "L")
    assert leaves(Leave(1, 1, loop, again=False))
    assert not leaves(loop)
