"""Comments found, and lines folded to 110 columns."""

from retromaze.porting.lines import PortLine, Remark, margin_rows, remarks, width


def test_comments() -> None:
    source = ["PRINT \"it's\" 'aside", "'alone", "A=1:REM also", "REMARK=1", "'", " ' \"indented"]
    assert remarks(source) == [
        Remark(1, "aside", False),
        Remark(2, "alone", True),
        Remark(3, "also", False),
        Remark(6, '"indented', True),
    ]


def test_kana_are_two_columns_wide() -> None:
    assert width("めいろ maze") == 11


def test_a_call_is_broken_behind_its_bracket() -> None:
    arguments = [f"self.left + self.width * {number}" for number in range(1, 4)]
    line = PortLine(1, f"machine.screen.fill({', '.join(arguments)})", 7)
    assert margin_rows(line) == [
        "    machine.screen.fill(  # 7",
        f"        {', '.join(arguments)}",
        "    )",
    ]
    longer = [f"{each} + self.width * 12345" for each in arguments]
    assert margin_rows(PortLine(1, f"machine.screen.fill({', '.join(longer)})", 7)) == [
        "    machine.screen.fill(  # 7",
        *(f"        {each}," for each in longer),
        "    )",
    ]


def test_a_condition_is_broken_at_its_operators() -> None:
    terms = [f"self.rooms[x + {number}][y + {number}] == {number}" for number in range(4)]
    assert margin_rows(PortLine(0, f"if {' and '.join(terms)}:", 3)) == [
        "if (  # 3",
        f"    {terms[0]}",
        *(f"    and {each}" for each in terms[1:]),
        "):",
    ]


def test_a_long_remark_stands_above() -> None:
    note = "words " * 18 + "end"
    assert margin_rows(PortLine(0, "x = 1", 2, note)) == [f"# {'words ' * 17}words", "# end", "x = 1  # 2"]
