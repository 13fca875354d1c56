"""Lists the mistakes of a listing in the machine's own words, and warnings for words that do less than meant.

The errors that the machine reports before a program starts come from `language`. Labels and words that do not
exist are mistakes too, because they stop a run that reaches them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from retromaze.analysis.side_effects import parameters
from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.display.translation import _
from retromaze.editor.console_needs import (
    matches_form,
    mismatched_argument,
    misread_words,
    scoped_heads,
    visible_labels,
)
from retromaze.editor.edited_listing import EditedListing, Role, scoped_words
from retromaze.error_report import Explanation, explanation
from retromaze.errors import BasicError, IllegalFunctionCall, TypeMismatch, UndefinedFunction, UndefinedLabel
from retromaze.language import nodes
from retromaze.language.nodes import calls_in

LABEL_USES = {Role.JUMP, Role.CALLED_LABEL, Role.DATA_LABEL}
MOST_HINTS = 20
"""The most mistakes that get a hint: each takes milliseconds to find."""
WORD_USES = {Role.CALL, Role.VARIABLE}
"""The roles of words of the language."""
LINKING_WORDS = frozenset({"USE", "EXEC"})
"""Words that give a listing the DEFs of other slots, so that an unknown word may be one of them."""


class Mistake(NamedTuple):
    """A mistake, with places from 0 and the machine's error number, 0 if the machine has no error for it.

    A warning does not stop a program, but the program does less than on the console, or than was meant.
    """

    line: int
    column: int
    end: int
    number: int
    message: str
    hint: str = ""
    is_warning: bool = False


def mistakes(listing: EditedListing) -> list[Mistake]:
    """Returns the mistakes and warnings, in the order of the listing."""
    load_all()
    errors = list(listing.errors)
    if listing.lines:  # a text that is too long has no lines, and one error
        errors += [*undefined_labels(listing), *wrong_calls(listing), *wrong_assignments(listing)]
    errors.sort(key=lambda each: (each.line, each.column))
    is_linked = any(call.name in LINKING_WORDS for _, call in all_calls(listing))
    found = []
    for number, error in enumerate(errors):
        explained = Explanation(*(error.begin or (error.line, error.column)), [])
        if number < MOST_HINTS:
            explained = explanation(error, listing.source, listing.source)
        # an unknown word may be a DEF of another slot
        is_warning = is_linked and error.number == UndefinedFunction.number
        found.append(as_mistake(listing, error, explained)._replace(is_warning=is_warning))
    # two errors may have one mistake: of a syntax error, an unfinished call stands before it
    by_mistake = {(each.line, each.column, each.hint or each.number): each for each in found}
    warnings = [*words_without_effect(listing), *unset_variables(listing)] if listing.lines else []
    return sorted([*by_mistake.values(), *warnings], key=lambda each: (each.line, each.column))


def all_calls(listing: EditedListing) -> Iterator[tuple[int, nodes.Function | nodes.Instruction]]:
    """Yields the calls of a listing with their lines from 0."""
    for number, line in enumerate(listing.lines):
        for each in line.statements:
            for call in calls_in(each.statement):
                yield number, call


def as_mistake(listing: EditedListing, error: BasicError, explained: Explanation) -> Mistake:
    """Returns an error as a mistake with the machine's message, marked at the word where the mistake is.

    If no word begins at that place, the last word before it is marked.
    """
    # an error without a place, with 0 for line and column, is marked at the beginning
    column, line = max(explained.column - 1, 0), max(explained.line, 1) - 1
    words = listing.lines[min(line, len(listing.lines) - 1)].words if listing.lines else []
    here = [each for each in words if each.column == column] or [each for each in words if each.end <= column]
    start, end = (here[-1].column, here[-1].end) if here else (0, column)
    message = error.message + (f" ({error.detail})" if error.detail else "")
    return Mistake(line, start, end, error.number, message, "\n".join(explained.lines))


# ---- what a run stops at


def undefined_labels(listing: EditedListing) -> Iterator[BasicError]:
    """Yields an error for each literal label that a jump or RESTORE names and that is not visible there."""
    program = listing.analysis.program
    for number, word, scope in scoped_words(listing):
        if word.role in LABEL_USES and word.word[1:] not in visible_labels(program, scope, word.role):
            yield UndefinedLabel(word.word, line=number + 1, column=word.column + 1)


def wrong_calls(listing: EditedListing) -> Iterator[BasicError]:
    """Yields an error for each call of an unknown word, or in a form that the word or DEF does not have.

    Calls with an error that the machine reports before a start are left out.
    """
    refused = {(each.line, each.column) for each in listing.errors}
    definitions = listing.analysis.program.definitions
    for number, call in all_calls(listing):
        line, column = number + 1, call.column
        builtin = BUILTINS.get(call.name)
        if (line, column) in refused:
            continue
        if definition := definitions.get(call.name):
            if len(call.arguments) != len(parameters(definition)):
                yield IllegalFunctionCall(line=line, column=column)
        elif call.name in listing.names.defs:
            continue  # a DEF in a line that cannot be read whole
        elif builtin is None:
            yield UndefinedFunction(call.name, line=line, column=column)
        elif not matches_form(call, builtin):
            yield builtin.shape_error(builtin=call.name, line=line, column=column)
        elif argument := mismatched_argument(call):
            yield TypeMismatch(builtin=call.name, argument=argument, line=line, column=column)


def wrong_assignments(listing: EditedListing) -> Iterator[BasicError]:
    """Yields an error for each literal text that is stored into a variable of numbers, and the reverse."""
    for scope, head in scoped_heads(listing.analysis.program):
        match head:
            case nodes.Assign(target=nodes.Name(name=name), value=value):
                stored = [(name, value)]
            case nodes.Declare(declarations=declarations):
                stored = [(each.name, each.value) for each in declarations if each.value]
            case _:
                continue
        for name, value in stored:
            variable = scope.find(name)
            # a parameter without a suffix has the type of its argument
            takes_any = variable and variable.parameter and name.isidentifier()
            if not takes_any and isinstance(value, nodes.Number if name.endswith("$") else nodes.String):
                yield TypeMismatch(line=value.line, column=value.column)


# ---- words without effect


def words_without_effect(listing: EditedListing) -> Iterator[Mistake]:
    """Yields a warning for each word that makes no sound here, or whose device is not simulated."""
    for number, line in enumerate(listing.lines):
        for each in line.names:
            if each.role not in WORD_USES or each.word in listing.names.defs:
                continue
            definition = BUILTINS.get(each.word) or VARIABLES.get(each.word)
            if isinstance(definition, Builtin) and definition.silent:
                reason = _("nothing is heard of it here")
            elif definition and definition.device and definition.device.is_absent:
                reason = f"{_(definition.device.value)}; {_('not simulated: this console has none')}"
            else:
                continue
            yield Mistake(number, each.column, each.end, 0, f"{each.word}: {reason}", is_warning=True)


# ---- words that are read as variables


def unset_variables(listing: EditedListing) -> Iterator[Mistake]:
    """Yields a warning for each variable that nothing sets and that is called like a function or constant."""
    # a statement that cannot be read may be meant to set any of its names
    unreadable = {word.word for line in listing.lines if line.unreadable for word in line.words}
    for each in misread_words(listing.analysis.program):
        if each.name in unreadable:
            continue
        column = each.column - 1
        message = _("{}: nothing sets this variable").format(each.name)
        hint = _("did you mean {0}?").format(each.meant)
        yield Mistake(each.line - 1, column, column + len(each.name), 0, message, hint, is_warning=True)
