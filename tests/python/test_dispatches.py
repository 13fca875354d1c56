"""A dispatch becomes branches and loops, as far as these can say its jumps."""

import textwrap

from retromaze.porting.writing import write_port
from retromaze.python.dispatches import without_dispatches
from retromaze.python.flags import with_flag
from retromaze.python.statement_walks import map_blocks
from tests.python.test_flags import marked
from tests.python.trees import text, tree


def taken_apart(cases: str) -> str:
    """What becomes of a dispatch with such cases."""
    inside = textwrap.indent(textwrap.dedent(cases), " " * 8)
    source = f'step = "a"\nwhile True:\n    match step:\n{inside}'
    body = map_blocks(tree(source), lambda block: [marked(node) for node in block])
    return text(with_flag(without_dispatches(body), str))


def test_a_case_goes_where_the_only_jump_to_it_is() -> None:
    assert (
        taken_apart(
            """\
        case "a":
            if x:
                step = "b"  # 3
                continue
            y()
            return
        case "b":
            z()  # 7
            break
        """
        )
        == "if x:\n    z()  # 7\nelse:\n    y()\n    return"
    )


def test_a_case_comes_behind_the_only_one_that_jumps_to_it() -> None:
    assert (
        taken_apart(
            """\
        case "a":
            if x == 1:
                step = "c"
                continue
            if y:
                step = "c"
                continue
            u()
            v()
            step = "c"
        case "c":
            z()
            z()
            w()
            break
        """
        )
        == "if not (x == 1 or y):\n    u()\n    v()\nz()\nz()\nw()"
    )


def test_the_first_case_stands_before_a_loop_of_the_second() -> None:
    assert (
        taken_apart(
            """\
        case "a":
            u()
            step = "b"
        case "b":
            if x:
                v()
                step = "b"
                continue
            break
        """
        )
        == "u()\nwhile True:  # @B\n    if x:\n        v()\n        continue\n    break"
    )


def test_a_small_case_is_repeated() -> None:
    assert taken_apart(
        """\
        case "a":
            if x:
                if y:
                    step = "b"
                    continue
                u()
                step = "c"
                continue
            if z:
                step = "b"
                continue
            v()
            step = "c"
        case "b":
            n += 1
            return
        case "c":
            w()
            w()
            w()
            break
        """
    ) == (
        "if x:\n    if y:\n        n += 1\n        return\n    u()\n"
        "else:\n    if z:\n        n += 1\n        return\n    v()\nw()\nw()\nw()"
    )


def test_a_small_case_that_jumps_to_itself_is_not_repeated() -> None:
    listing = """\
INPUT X
IF X==1 THEN @W
IF X==2 THEN @X
IF X==3 THEN PRINT 3:GOTO @W
IF X==4 THEN PRINT 4:GOTO @X
END
@W
VSYNC 1
GOTO @X
@X
GOTO @W
"""
    port = write_port(listing)
    expected = """\
            case "w":
                machine.vsync(1)  # 8
                step = "x"
            case "x":
                step = "w"  # 11
"""
    assert port[port.index('            case "w"') :] == expected


CROSSING = """\
step = "a"
while True:
    match step:
        case "a":
            u()
            u()
            if x:
                step = "c"
                continue
            step = "b"
        case "b":
            v()
            v()
            if y:
                step = "a"
                continue
            step = "c"
        case "c":
            w()
            w()
            if z:
                step = "b"
                continue
            step = "a\""""


def test_jumps_that_branches_and_loops_cannot_say_stay() -> None:
    assert text(without_dispatches(tree(CROSSING))) == CROSSING


def test_ways_out_of_a_dispatch_that_is_none_any_more_are_jumps_of_the_loop_around_it() -> None:
    source = """\
while True:
    clear(out, done)
    step = "a"
    clear(out, done)
    while True:
        match step:
            case "a":
                if x:
                    step = "b"
                    continue
                u()
                tell(out)  # 7  @OUT
                break  # 7
            case "b":
                while y:
                    if z:
                        tell(done)  # 8  @DONE
                        break  # 8
                if ask(done):
                    break
                v()
                break
    if ask(out):
        continue
    if ask(done):
        break
    w()"""
    body = map_blocks(tree(source), lambda block: [marked(node) for node in block])
    expected = """\
while True:
    jumped = False
    jumped = False
    if x:
        while y:
            if z:
                jumped = True  # 8  @DONE
                break  # 8
        if jumped:
            break
        v()
    else:
        u()
        continue  # 7  @OUT
    w()"""
    assert text(with_flag(without_dispatches(body), str)) == expected


def test_a_label_that_is_set_inside_a_loop_is_gone_to_behind_it() -> None:
    assert taken_apart(
        """\
        case "a":
            clear(alone)
            while x:
                if y:
                    step = "b"  # 4
                    tell(alone)
                    break
            if ask(alone):
                continue
            u()
            return
        case "b":
            v()
            break
        """
    ) == (
        "jumped = False\nwhile x:\n    if y:\n        jumped = True\n        break\n"
        "if jumped:\n    v()\nelse:\n    u()\n    return"
    )


def test_a_dispatch_of_very_many_labels_stays() -> None:
    cases = "".join(f'        case "{at}":\n            step = "{at + 1}"\n' for at in range(40))
    source = f'step = "0"\nwhile True:\n    match step:\n{cases}        case "40":\n            break'
    assert text(without_dispatches(tree(source))) == source
