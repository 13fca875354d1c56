"""Drops statements without effect: those after a jump, and `continue` where a loop repeats anyway."""

from __future__ import annotations

import ast
from collections.abc import Callable

from retromaze.python.blocks import Body, Loop, changed, headings

LEAVING = (ast.Break, ast.Continue, ast.Return, ast.Raise)


def reachable(body: Body) -> Body:
    """The statements without those behind one that leaves their block."""
    return changed(body, up_to_jump)


def up_to_jump(block: Body) -> Body:
    at = next((at for at, node in enumerate(block, 1) if isinstance(node, LEAVING)), len(block))
    return block[:at]


def drop_vain_tests(body: Body, is_vain: Callable[[ast.expr], bool]) -> None:
    """Drops tests that only `continue` at the end of a loop, where it repeats anyway."""
    for loop in headings(body):
        if isinstance(loop, Loop):
            while drop_last(loop.body, is_vain):
                pass


def drop_last(block: Body, is_vain: Callable[[ast.expr], bool]) -> bool:
    """Drops such a test at a block's end; one that is all there is in its block stays."""
    match block[-1]:
        case ast.If(test=test, body=[ast.Continue()], orelse=[]) if is_vain(test):
            if len(block) > 1:
                del block[-1]
                return True
            return False
        case ast.If() as last:
            return drop_last(last.orelse or last.body, is_vain)
        case ast.For() | ast.While() as last:
            return bool(last.orelse) and drop_last(last.orelse, is_vain)
        case ast.Match(cases=[*_, last]):
            return drop_last(last.body, is_vain)
    return False
