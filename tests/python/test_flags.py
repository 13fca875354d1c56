"""The flag of jumps, in the end."""

import ast

from retromaze.python.flags import FlagClear, FlagSet, FlagTest, with_flag
from retromaze.python.layout import margin_of, set_margin
from retromaze.python.loop_exits import JumpTarget, PythonLoop
from retromaze.python.statement_walks import map_blocks
from tests.python.trees import text, tree

LOOP = PythonLoop(list)
OUT, DONE, ALONE = (JumpTarget(LOOP, word=word) for word in ("OUT", "done", "alone"))
OUT.open_targets, DONE.open_targets = [DONE], [OUT]
TARGETS = {"out": OUT, "done": DONE, "alone": ALONE}
WRITTEN = """\
while a:
    clear(out, done)
    while b:
        if c:
            tell(out)  # 7  @OUT
            break  # 7
        if d:
            tell(done)  # 8  @DONE
            break  # 8
    if ask({asked}):
        break
    again(out, done)
if not ask(out):
    e()"""


def marked(node: ast.stmt) -> ast.stmt:
    """A statement with what stands for it until the function is whole."""
    match node:
        case ast.Expr(ast.Call(func=ast.Name(id=word), args=args)) if word in {"clear", "again", "tell"}:
            targets = [TARGETS[ast.unparse(each)] for each in args]
            again = word == "again"
            found: ast.stmt = FlagSet(targets[0]) if word == "tell" else FlagClear(targets, again=again)
            set_margin(found, margin_of(node))
            return found
        case ast.If(test=ast.Call(args=args)):
            node.test = FlagTest([TARGETS[ast.unparse(each)] for each in args], [OUT, DONE])
        case ast.If(test=ast.UnaryOp(operand=ast.Call(args=args)) as opposite):
            opposite.operand = FlagTest([TARGETS[ast.unparse(each)] for each in args], [OUT, DONE])
    return node


def finished(source: str) -> str:
    body = map_blocks(tree(source), lambda block: [marked(node) for node in block])
    return text(with_flag(body, str.upper))


def test_a_way_that_is_alone_is_told_by_true_and_false() -> None:
    assert finished(
        "while a:\n    clear(alone)\n    while b:\n        tell(alone)  # 7  @A\n        break  # 7\n"
        "    if ask(alone):\n        break"
    ) == (
        "while a:\n    JUMPED = False\n    while b:\n        JUMPED = True  # 7  @A\n        break  # 7\n"
        "    if JUMPED:\n        break"
    )


def test_targets_beside_each_other_are_told_by_their_names() -> None:
    assert finished(WRITTEN.format(asked="done, out")) == (
        """\
while a:
    GOES_ON = ""
    while b:
        if c:
            GOES_ON = "out"
            break  # 7
        if d:
            GOES_ON = "done"
            break  # 8
    if GOES_ON in ("done", "out"):
        break
if GOES_ON != "out":
    e()"""
    )


def test_what_nobody_asks_for_is_not_told_and_its_label_goes_to_the_break() -> None:
    assert finished(WRITTEN.format(asked="out")) == (
        """\
while a:
    JUMPED = False
    while b:
        if c:
            JUMPED = True  # 7  @OUT
            break  # 7
        if d:
            break  # 8  @DONE
    if JUMPED:
        break
    JUMPED = False
if not JUMPED:
    e()"""
    )
