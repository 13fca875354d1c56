"""Makes the call of a word that has its arguments held against their ranges first."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NoReturn

from retromaze.builtins.form import Form, Parameter
from retromaze.errors import IllegalFunctionCall, OutOfRange


@cache
def with_checks(form: Form) -> Callable[..., Any]:
    """What is called for a form: its function, with what it needs and its ranges asked for before.

    The ranges are written out: a loop over them would take longer than most words.
    """
    if not form.is_checked:
        return form.call
    call = getattr(math, form.python.removeprefix("math.")) if form.hands_on else form.call
    known: dict[str, Any] = {"call": call, "needs": form.needs, "refuse": refuse, "illegal": illegal}
    host = ["host"] * bool(form.host)
    taken, given, tests = list(host), list(host), [f"    needs({', '.join(host)})\n"] * bool(form.needs)
    for at, each in enumerate(form.parameters, 1):
        known[f"default_{at}"], known[f"range_{at}"] = each.default, each.range
        taken.append(f"given_{at}" + (f"=default_{at}" if each.optional else ""))
        given.append(f"given_{at}")
        tests += [] if form.guarded else tests_of(at, each)
    if form.rest:
        taken.append("*rest")
        given.append("*rest")
    source = f"def checked({', '.join(taken)}):\n{''.join(tests)}    return call({', '.join(given)})\n"
    # under the name of a file of ours: what is no program of the user is passed over where an error is placed
    exec(compile(source, __file__, "exec"), known)
    made: Callable[..., Any] = known["checked"]
    return made


def tests_of(at: int, parameter: Parameter) -> Iterator[str]:
    """The statements that refuse an argument."""
    valid, name = parameter.range, f"given_{at}"
    if valid is None:
        return
    given = f"{name} is not None and " if parameter.may_be_empty else ""
    if valid.illegal:
        yield f"    if {given}{name} in {valid.illegal}: illegal({at})\n"
    sides = [f"{name} < {valid.low!r}"] * (valid.low > float("-inf"))
    sides += [f"{name} > {valid.high!r}"] * (valid.high < float("inf"))
    test = " or ".join(sides) if valid.is_plain else f"range_{at}.refuses({name})"
    yield f"    if {given}({test}): refuse({at})\n"


def refuse(argument: int) -> NoReturn:
    raise OutOfRange(argument=argument)


def illegal(argument: int) -> NoReturn:
    raise IllegalFunctionCall(argument=argument)
