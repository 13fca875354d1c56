"""A template becomes nodes that Python itself would make of the text."""

from __future__ import annotations

import ast

import pytest

from retromaze.python.blocks import mentioned
from retromaze.python.fragments import Given, Piece, call, dotted, expr, function, number, same, stmts, target
from retromaze.python.printer import expression


def read(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def test_holes_take_nodes_names_and_rows() -> None:
    found = {
        "self.a.append(b + 1)": expr("{owner}.append({value})", owner="self.a", value=read("b + 1")),
        "f(0, a, b, c=d)": expr(
            "f(0, {rest}, {name}={value})", rest=[read("a"), read("b")], name="c", value="d"
        ),
        "f()": expr("f({rest})", rest=[]),
        "machine.screen.line(a)": expr("machine.{group}.line(a)", group="screen"),
        "rest(a)": expr("rest({rest})", rest=[read("a")]),
    }
    for text, node in found.items():
        assert ast.dump(node) == ast.dump(read(text))


def test_statements_are_new_ones_and_what_is_assigned_to_is_a_target() -> None:
    template = "for {name} in range({count}):\n    {body}\n    {place} = 0"
    given: dict[str, Given] = {"name": "i", "count": number(3), "place": read("a[i]")}
    one, other = (stmts(template, **given, body=stmts("pass\nbreak")) for _ in range(2))
    assert ast.dump(ast.Module(one, [])) == ast.dump(
        ast.parse("for i in range(3):\n pass\n break\n a[i] = 0")
    )
    assert same(one, other)
    assert one[0] is not other[0]
    assert not same(one, stmts(template, **given, body=stmts("pass")))


def test_nodes_without_a_template_are_what_python_reads() -> None:
    texts = {
        "-5": number(-5),
        "-0.0": number(-0.0),
        'float("-inf")': number(float("-inf")),
        "2.5": number(2.5),
        "f.g(a, b=c)": call("f.g", dotted("a"), b=dotted("c")),
    }
    for text, piece in texts.items():
        assert expression(piece.node) == text
        assert ast.dump(piece.node) == ast.dump(read(text))
    for text in ("a", "a.b", "a[0]", "a, b.c"):
        (assigned,) = ast.parse(f"{text} = 0").body
        assert isinstance(assigned, ast.Assign)
        assert ast.dump(target(read(text))) == ast.dump(assigned.targets[0])


def test_an_argument_with_a_hole_that_is_given_nothing_is_left_out() -> None:
    template = "f({x}, ({y}, 1), {flag} != 0, color={color})"
    given: dict[str, Given] = {"x": number(1), "y": "y", "flag": number(2), "color": Piece(read("c"), "int")}
    found = {
        "f(1, (y, 1), True, color=c)": expr(template, **given),
        "f(1, n != 0)": expr(template, **{**given, "y": None, "flag": "n", "color": None}),
    }
    for text, node in found.items():
        assert ast.dump(node) == ast.dump(read(text))
    with pytest.raises(KeyError):
        expr(template, x="x")


def test_a_function_has_parameters_by_place_and_by_name() -> None:
    text = "def f(self, a: int, *, b: str = 'x') -> None:\n pass"
    given = [ast.arg("self"), ast.arg("a", dotted("int"))]
    made = function("f", given, stmts("pass"), options=[(ast.arg("b", dotted("str")), read("'x'"))])
    assert ast.dump(made) == ast.dump(ast.parse(text).body[0])


def test_the_names_in_nodes_are_those_that_stand_before_a_dot() -> None:
    assert mentioned(ast.parse("a.b = f(c.d[e] + g, h=i)\nif j: k()").body) == {*"afcegijk"}
