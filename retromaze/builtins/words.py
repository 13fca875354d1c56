"""Builtins that the compiler writes code of its own for: what stands here is only their help texts and forms.

USE and EXEC alone have functions that run.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Change, Handling
from retromaze.builtins.registry import Element, Owner, Value, builtin, form
from retromaze.values.costs import CALLBACK_COST, COMPILE_COST, NAME_COST, SHIFT_COST, TEXT_COST

HandedOn = Annotated[Value, Handling.HANDED_ON]


@builtin("POP", TEXT_COST)
def pop(owner: Owner) -> Value:
    """POP(array) · POP(string$) removes and gives the last element, or character.

    The string may be one inside an array, POP(A$[i]).
    Source: reference of the language, 5.5.
    """


@builtin("SHIFT", SHIFT_COST)
def shift(owner: Owner) -> Value:
    """SHIFT(array) · SHIFT(string$) removes and gives the first element, or character.

    The string may be one inside an array, SHIFT(A$[i]).
    Source: reference of the language, 5.5.
    """


@builtin("PUSH", TEXT_COST)
def push(owner: Owner, value: Element) -> None:
    """PUSH array,value · PUSH string$,text$ adds an element, or characters, at the end.

    The string may be one inside an array, PUSH A$[i],text$.
    Source: reference of the language, 5.5.
    """


@builtin("UNSHIFT", SHIFT_COST, TEXT_COST)
def unshift(owner: Owner, value: Element) -> None:
    """UNSHIFT array,value · UNSHIFT string$,text$ adds an element, or characters, at the beginning.

    The string may be one inside an array, UNSHIFT A$[i],text$.
    Source: reference of the language, 5.5.
    """


@builtin("USE", COMPILE_COST, cost=6_000, statement=True, changes=Change.SLOTS | Change.PROGRAMS)
def use(computer: Computer, slot: Annotated[Value, Handling.FILE]) -> None:
    """USE n makes the COMMON DEFs, labels and DATA of slot n reachable; its program does not run.
    USE "PRGn:FILE" loads a program into that slot first.

    A project's name may stand before the file's as for LOAD.
    Source: reference of the language, 4.14.
    """
    computer.use(slot)


@builtin(
    "EXEC",
    COMPILE_COST,
    cost=6_000,
    statement=True,
    changes=Change.SLOTS | Change.PROGRAMS | Change.VARIABLES,
)
def execute(computer: Computer, slot: Annotated[Value, Handling.FILE]) -> None:
    """EXEC n runs the program in slot n and comes back when it ends; the running slot starts again.
    EXEC "[PRGn:]FILE" loads a program into that slot, or the current one, first.

    A project's name may stand before the file's as for LOAD. A program loaded into the slot that is running
    takes the place of the one there, and nothing comes back.
    The COMMON DEFs, labels and DATA of a program that runs or has run can be reached from every slot.
    Source: reference of the language, 4.14.
    """
    computer.execute(slot)


@builtin("CALL", NAME_COST, CALLBACK_COST, statement=True, changes=Change.VARIABLES)
def call(name: str, *arguments: HandedOn) -> None:
    """CALL "NAME"[,arguments][ OUT receivers] calls a DEF or builtin by its name.

    Source: reference of the language, 4.10.
    """


@form("CALL", changes=Change.VARIABLES)
def call_value(name: str, *arguments: HandedOn) -> Value:
    """CALL("NAME"[,arguments]) is the value of a function called by its name.

    Unverified: USE, EXEC, CALL, XON and XOFF cannot be called by name; their syntax is their own.
    """


@builtin("XON", statement=True, changes=Change.SYSTEM)
def switch_on(feature: str) -> None:
    """XON MOTION · XON EXPAD · XON MIC switches a device on. XON 3DS and the like change nothing.

    Source: reference of the language, 4.16.
    """


@builtin("XOFF", statement=True, changes=Change.SYSTEM)
def switch_off(feature: str) -> None:
    """XOFF MOTION · XOFF EXPAD · XOFF MIC switches a device off.

    Source: reference of the language, 4.16.
    """
