"""Colored lines of listings and ports."""

from retromaze.sources.highlight import listing_lines, python_lines


def test_a_listing_is_colored_by_its_grammar() -> None:
    assert listing_lines('FOR I%=&HF TO 2 \'x\n @A:PRINT "B";#RED,rnd(IFX)REM y\n') == [
        [
            ("FOR", "keyword"),
            (" I%=", "plain"),
            ("&HF", "number"),
            (" ", "plain"),
            ("TO", "keyword"),
            (" ", "plain"),
            ("2", "number"),
            (" ", "plain"),
            ("'x", "comment"),
        ],
        [
            (" ", "plain"),
            ("@A", "label"),
            (":", "plain"),
            ("PRINT", "keyword"),
            (" ", "plain"),
            ('"B"', "string"),
            (";", "plain"),
            ("#RED", "number"),
            (",", "plain"),
            ("rnd", "builtin"),
            ("(IFX)", "plain"),
            ("REM y", "comment"),
        ],
    ]


def test_what_stands_inside_an_f_string_is_code() -> None:
    assert python_lines("""x = f"{len(w):>{n}} {y!r}" + rf'''
{x}long line
'''
""") == [
        [
            ("x = ", "plain"),
            ('f"{', "string"),
            ("len", "builtin"),
            ("(w)", "plain"),
            (":>{", "string"),
            ("n", "plain"),
            ("}} {", "string"),
            ("y", "plain"),
            ('!r}"', "string"),
            (" + ", "plain"),
            ("rf'''", "string"),
        ],
        [("{", "string"), ("x", "plain"), ("}long line", "string")],
        [("'''", "string")],
    ]


def test_python_is_colored_over_several_lines() -> None:
    assert python_lines('def f():  # 1\n    """A\n    b"""\n    return None\n') == [
        [("def", "keyword"), (" ", "plain"), ("f", "name"), ("():  ", "plain"), ("# 1", "comment")],
        [("    ", "plain"), ('"""A', "string")],
        [('    b"""', "string")],
        [("    ", "plain"), ("return", "keyword"), (" ", "plain"), ("None", "keyword")],
    ]
