"""A flag of jumps is left out where what they pass over may stand elsewhere."""

from retromaze.python.flag_removal import with_tidy_loop_ends, without_flags
from retromaze.python.flags import with_flag
from retromaze.python.statement_walks import map_blocks
from tests.python.test_flags import marked
from tests.python.trees import text, tree


def simplified(source: str) -> str:
    """What becomes of a function's statements."""
    body = map_blocks(tree(source), lambda block: [marked(node) for node in block])
    return text(with_tidy_loop_ends(with_flag(without_flags(body), str)))


def test_what_the_end_of_a_for_is_followed_by_is_its_else() -> None:
    loop = "for i in row:\n    if a:\n        {}break  # 3  @OUT\n"
    written = f"clear(out)\n{loop}if not ask(out):\n    b()\n    b()\nc()".format("tell(out)\n        ")
    assert simplified(written) == f"{loop.format('')}else:\n    b()\n    b()\nc()"


def test_what_one_break_of_an_endless_loop_is_followed_by_goes_before_it() -> None:
    written = """\
clear(out)
while True:
    if a:
        tell(out)
        break  # 3  @OUT
    b()
    if c:
        break
if not ask(out):
    d()
    e()
f()"""
    expected = """\
while True:
    if a:
        break  # 3  @OUT
    b()
    if c:
        d()
        e()
        break
f()"""
    assert simplified(written) == expected


def test_what_jumps_on_stays_behind_a_loop() -> None:
    written = """\
while x:
    jumped = False
    while True:
        if a:
            jumped = True
            break
        b()
        if c:
            break
    if not jumped:
        d()
        if e:
            break
    f()"""
    asking = written.replace("jumped = False", "clear(out)").replace("jumped = True", "tell(out)")
    assert simplified(asking.replace("not jumped", "not ask(out)")) == written


def test_what_is_done_behind_one_jump_alone_is_done_where_it_begins() -> None:
    written = """\
clear(out)
for i in row:
    if a:
        tell(out)
        break
    b()
if ask(out):
    d()
else:
    e()
f()"""
    expected = """\
for i in row:
    if a:
        d()
        break
    b()
else:
    e()
f()"""
    assert simplified(written) == expected


def test_a_jump_to_the_last_lines_of_a_function_is_a_return() -> None:
    written = """\
clear(out)
for i in row:
    clear(out)
    for j in i:
        if a:
            tell(out)
            break
        b()
    if ask(out):
        break
if not ask(out):
    c()
    return
d()"""
    expected = """\
for i in row:
    for j in i:
        if a:
            d()
            return
        b()
c()
return"""
    assert simplified(written) == expected


def test_a_branch_at_the_end_of_a_function_moves_to_the_jump_that_leads_to_it() -> None:
    loops = "for i in row:\n    {}for j in i:\n        if a:\n            {}\n        b()\n"
    asking = loops.format("clear(out)\n    ", "tell(out)\n            break")
    asking = f"clear(out)\n{asking}    if ask(out):\n        break\n"
    calls = ["c()", "d()", "e()", "f()", "g()"]
    branch = "".join(f"    {each}\n" for each in calls)
    moved = loops.format("", "\n            ".join([*calls, "return"]))
    assert simplified(f"{asking}if ask(out):\n{branch}else:\n    x()") == f"{moved}x()"
    # what runs without the jump does not move to it
    assert f"if not jumped:\n{branch}" in simplified(f"{asking}if not ask(out):\n{branch}else:\n    x()")


def test_a_break_that_ends_two_endless_loops_is_a_return() -> None:
    written = """\
while True:
    clear(out)
    a()
    while True:
        if b:
            tell(out)
            break  # 3  @OUT
        if c:
            break{}
    if not ask(out):
        break
{}"""
    expected = """\
while True:
    a()
    while True:
        if b:
            break  # 3  @OUT
        if c:
            {}
            return{}"""
    again = "\n        if d:\n            break"
    for last in ("e()", "e()\nf()"):
        moved = last.replace("\n", "\n            ")
        assert simplified(written.format("", last)) == expected.format(moved, "")
    twice = again.replace("break", "e()\n            return")
    assert simplified(written.format(again, "e()")) == expected.format("e()", twice)
    # too much to stand there twice
    assert "if not jumped:" in simplified(written.format(again, "e()\nf()\ng()"))


def test_a_test_whose_answer_is_known_is_dropped() -> None:
    written = """\
while x:
    clear(out)
    while True:
        z()
        if a:
            tell(out)
            break  # 3
        if b:
            tell(out)
            break  # 4
        c()
    if not ask(out):
        break
    d()
e()"""
    found = """\
while x:
    while True:
        z()
        if a:
            break  # 3
        if b:
            break  # 4
        c()
    d()
e()"""
    assert simplified(written) == found


def test_a_test_before_a_break_for_others_is_dropped() -> None:
    written = """\
while x:
    clear(out, done)
    while True:
        if a:
            tell(out)
            break
        if b:
            tell(done)
            break
        if c:
            break
    if ask(out):
        break
    if not ask(done):
        break
    d()"""
    found = """\
while x:
    jumped = False
    while not a:
        if b:
            jumped = True
            break
        if c:
            break
    if not jumped:
        break
    d()"""
    assert simplified(written) == found


def test_a_second_test_whose_answer_is_known_is_dropped() -> None:
    long = "\n    ".join(["f()"] * 5)
    written = f"""\
while x:
    clear(out, done)
    while True:
        if a:
            tell(out)
            break
        if b:
            tell(done)
            break
    if ask(out):
        break
    if ask(done):
        {long.replace("    ", "        ")}
        continue
    g()"""
    found = f"""\
while x:
    while True:
        if a:
            return
        if b:
            break
    {long}"""
    assert simplified(written) == found


def test_a_break_whose_test_was_dropped_still_leaves_the_loop_outside() -> None:
    written = """\
while True:
    while True:
        if a:
            tell(out)
            break
        while True:
            if b:
                tell(out)
                break
        if ask(out):
            break
    if ask(out):
        break
c()"""
    found = """\
while True:
    while not a:
        while True:
            if b:
                break
        break
    break
c()"""
    assert simplified(written) == found


def test_nothing_stands_behind_a_loop_without_an_end() -> None:
    loop = "while True:\n    a()\n    for i in b:\n        break"
    assert simplified(f"if x:\n    {loop.replace(chr(10), chr(10) + '    ')}\n    c()\nd()") == (
        f"if x:\n    {loop.replace(chr(10), chr(10) + '    ')}\nd()"
    )
    assert simplified(f"{loop}\nc()") == loop
    ended = f"{loop}\n    if e:\n        break\nc()"
    assert simplified(ended) == ended


def test_two_endless_loops_with_work_of_the_outer_one_stay() -> None:
    written = """\
while True:
    z()
    jumped = False
    while True:
        if a:
            jumped = True
            break  # 3
        if b:
            break  # 4
        c()
        if c:
            break
    if jumped:
        break
{}"""
    written = written.format("\n".join(["d()"] * 11))  # more than may move to the jump
    asking = written.replace("jumped = False", "clear(out)").replace("jumped = True", "tell(out)")
    assert simplified(asking.replace("if jumped", "if ask(out)")) == written


def test_the_pass_of_a_loop_that_a_jump_begins_again() -> None:
    written = """\
while x:
    clear(out)
    while True:
        z()
        if a:
            tell(out)
            break
        if b:
            break
        c()
    if ask(out):
        continue
    d()
    e()
    continue"""
    expected = """\
while x:
    while True:
        z()
        if a:
            break
        if b:
            d()
            e()
            break
        c()"""
    assert simplified(written) == expected


def test_a_loop_ends_with_a_break_for_what_goes_on() -> None:
    written = (
        "while True:\n    a()\n    if {}:\n        b()\n        c()\n        continue\n    d()\n    break"
    )
    for test, turned in {
        "x == 1": "x != 1",
        "not x": "x",
        "x": "not x",
        "not (x and y)": "x and y",
        "x not in y": "x in y",
    }.items():
        assert simplified(written.format(test)) == (
            f"while True:\n    a()\n    if {turned}:\n        d()\n        break\n    b()\n    c()"
        )
    # no reader wants `not (x and y)`
    assert simplified(written.format("x and y")) == written.format("x and y")


def test_a_branch_before_the_next_pass_is_not_put_behind_tests_that_leave_the_loop() -> None:
    stays = "while True:\n    a()\n    if x == 1:\n        b()\n        continue\n"
    assert simplified(f"{stays}    if x != 2:\n        c()\n        continue\n    break") == (
        f"{stays}    if x == 2:\n        break\n    c()"
    )


def test_what_a_continue_in_an_else_passes_over_goes_into_the_other_branch() -> None:
    other = "else:\n        d()\n        e()\n        continue"
    body = f"while True:\n    a()\n    if b:\n        c = 1\n    {other}\n    {{}}"
    assert simplified(body.format("return c")) == (
        "while True:\n    a()\n    if b:\n        c = 1\n        return c\n    d()\n    e()"
    )
    # what both reach
    assert simplified(body.format("f()")) == body.format("f()")
    test = "while True:\n    if a:\n        if b:\n            c()\n        else:\n            continue\n"
    assert simplified(test + "    else:\n        d()\n        continue\n    break") == (
        "while True:\n    if a:\n        if b:\n            c()\n            break\n    else:\n        d()"
    )


def test_a_long_branch_before_the_end_of_a_loop_is_no_branch() -> None:
    test = "while True:\n    a()\n    if b:\n        if c:\n            continue\n"
    assert simplified(f"{test}        d()\n        e()\n        f()\n    break") == (
        "while True:\n    a()\n    if not b:\n        break\n"
        "    if c:\n        continue\n    d()\n    e()\n    f()\n    break"
    )


def test_a_loop_that_begins_with_a_break_asks_in_its_heading() -> None:
    assert simplified("while True:  # @L\n    if x == 1:  # 3\n        break\n    a()") == (
        "while x != 1:  # 3  @L\n    a()"
    )
    assert simplified("while x:  # 2\n    if not y:  # 3\n        break\n    a()") == (
        "while x and y:  # 2-3\n    a()"
    )
    for stays in (
        "while True:\n    if x and y:\n        break\n    a()",
        "while x:\n    if y:\n        break\n    a()\nelse:\n    b()",
        f"while {'x' * 40}:\n    if {'y' * 40}:\n        break\n    a()",
    ):
        assert simplified(stays) == stays


def test_an_else_behind_a_jump_is_none() -> None:
    assert simplified("if a:\n    return\nelse:\n    b()\n    c()\nd()") == (
        "if a:\n    return\nb()\nc()\nd()"
    )
    stays = "if a:\n    return\nelif b:\n    c()\nd()"
    assert simplified(stays) == stays


END = ["c()", "d()", "e()", "f()", "g()"]
"""More statements than are moved to a `break`."""


def lines(*rows: str | list[str]) -> str:
    """Rows of a Python text; those of a list are indented as the string before them says."""
    found, indent = [], ""
    for row in rows:
        if isinstance(row, str):
            indent = row[: len(row) - len(row.lstrip())]
            found.append(row)
        else:
            found += [indent + each for each in row]
    return "\n".join(found)


def test_what_an_endless_loop_does_at_its_end_only_stands_behind_it() -> None:
    asked = lines("while True:", "    if a:", "        b()", "        continue", "    x()", END, "    return")
    assert simplified(asked) == lines("while a:", "    b()", "x()", END, "return")
    both = lines("while True:", "    if a and f():", "        b()", "        continue", "    break")
    assert simplified(both) == lines("while a and f():", "    b()")
    again = lines("while True:", "    if a:", "        continue", "    b()")
    between = lines(again, "    if h:", "        continue", "    x()", END, "    break", "i()")
    assert simplified(between) == lines(again, "    if not h:", "        break", "x()", END, "i()")
    inner = lines(
        "for j in row:",
        "    while True:",
        "        for i in row:",
        "            if a:",
        "                break",
    )
    found = lines(inner, "        if b:", "            continue", "        x()", END, "        return i")
    moved = lines(inner, "        if not b:", "            break", "    x()", END, "    return i")
    assert simplified(found) == moved


def test_what_another_break_passes_over_stays_in_an_endless_loop() -> None:
    again = lines("while True:", "    if a:", "        b()", "        continue", "    x()", END)
    loops = [
        lines(again, "    if h:", "        break", "    return", "i()"),
        lines(again, "    if h:", "        return"),
    ]
    assert [simplified(each) for each in loops] == loops


def test_a_jump_out_of_the_else_skips_what_follows() -> None:
    written = """\
clear(out)
for i in row:
    if a:
        tell(out)
        break  # 3  @OUT
else:
    clear(out)
    for j in row:
        if b:
            tell(out)
            break  # 5  @OUT
        d()
if not ask(out):
    c()
    c()
e()"""
    expected = """\
jumped = False
for i in row:
    if a:
        jumped = True
        break  # 3  @OUT
else:
    jumped = False
    for j in row:
        if b:
            jumped = True
            break  # 5  @OUT
        d()
if not jumped:
    c()
    c()
e()"""
    assert simplified(written) == expected
