"""Python's own parser on a stack that every system gives."""

from __future__ import annotations

import ast

import pytest

from retromaze.studio.deep_stack import STACK, on_deep_stack

WINDOWS_LIMIT = 0x10000000
"""THREAD_MAX_STACKSIZE of CPython's Python/thread_nt.h; so much is refused already."""


def test_windows_gives_such_a_stack() -> None:
    assert STACK < WINDOWS_LIMIT


def test_what_is_nested_very_deeply_is_an_error_of_python_s_and_no_end() -> None:
    assert isinstance(on_deep_stack(lambda: ast.parse("1" + "+1" * 2000)), ast.Module)
    with pytest.raises((RecursionError, MemoryError, SyntaxError)):
        on_deep_stack(lambda: ast.parse("(" * 300_000))
