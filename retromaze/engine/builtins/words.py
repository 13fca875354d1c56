"""Words that the compiler writes code of its own for; they stand here for their help texts and shapes."""

from __future__ import annotations

from typing import NoReturn

from retromaze.engine.builtins.registry import Value, builtin
from retromaze.engine.costs import COMPILED, SHIFTED, WRITTEN
from retromaze.errors import InternalError


def compiled() -> NoReturn:
    raise InternalError("this word is compiled and cannot be called by name")


@builtin("POP", WRITTEN)
def pop(owner: Value) -> Value:
    """POP(array) · POP(string$) removes and gives the last element, or character.

    Source: reference of the language, 5.5.
    """
    compiled()


@builtin("SHIFT", SHIFTED)
def shift(owner: Value) -> Value:
    """SHIFT(array) · SHIFT(string$) removes and gives the first element, or character.

    Source: reference of the language, 5.5.
    """
    compiled()


@builtin("PUSH", WRITTEN)
def push(owner: Value, value: Value) -> None:
    """PUSH array,value · PUSH string$,text$ adds an element, or characters, at the end.

    Source: reference of the language, 5.5.
    """
    compiled()


@builtin("UNSHIFT", SHIFTED, WRITTEN)
def unshift(owner: Value, value: Value) -> None:
    """UNSHIFT array,value · UNSHIFT string$,text$ adds an element, or characters, at the beginning.

    Source: reference of the language, 5.5.
    """
    compiled()


@builtin("USE", COMPILED, cost=6_000)
def use(slot: Value) -> None:
    """USE n makes the COMMON DEFs, labels and DATA of slot n reachable; its program does not run.
    USE "PRGn:FILE" loads a program into that slot first.

    A project's name may stand before the file's as for LOAD.
    Source: reference of the language, 4.14.
    """
    compiled()


@builtin("EXEC", COMPILED, cost=6_000)
def execute(slot: Value) -> None:
    """EXEC n runs the program in slot n and comes back when it ends; the running slot starts anew.
    EXEC "[PRGn:]FILE" loads a program into that slot, or the current one, first.

    A project's name may stand before the file's as for LOAD. A program loaded into the slot that is running
    takes the place of the one there, and nothing comes back.
    Source: reference of the language, 4.14.
    """
    compiled()


@builtin("CALL")
def call(name: str, *arguments: Value) -> None:
    """CALL "NAME"[,arguments][ OUT receivers] calls a DEF or builtin by its name.

    Source: reference of the language, 4.10.
    """
    compiled()


@builtin("XON")
def switch_on(feature: str) -> None:
    """XON MOTION · XON EXPAD · XON MIC switches a device on.

    Source: reference of the language, 4.16.
    """
    compiled()


@builtin("XOFF")
def switch_off(feature: str) -> None:
    """XOFF MOTION · XOFF EXPAD · XOFF MIC switches a device off.

    Source: reference of the language, 4.16.
    """
    compiled()
