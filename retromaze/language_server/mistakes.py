"""What is wrong with a listing, in the machine's own words, and what of it does nothing here.

Every line that cannot be read has a mistake of its own. What the machine finds beyond that before a program
starts it finds one at a time, in a listing that can be read. Names of labels and words that do not exist stop
a run that comes to them; they are told as mistakes too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from retromaze.builtins import load_all
from retromaze.builtins.form import Builtin
from retromaze.builtins.registry import BUILTINS, VARIABLES
from retromaze.display.translation import _
from retromaze.engine.misspelt import closest, closest_word, meanings
from retromaze.errors import BasicError, BasicSyntaxError, UndefinedFunction, UndefinedLabel
from retromaze.language.lines import is_too_long, too_long
from retromaze.language_server.listing import Listing
from retromaze.language_server.names import MAIN, Kind, Name, Place
from retromaze.language_server.words import Call, Role, Word
from retromaze.lowering.programs import analyse_listing
from retromaze.recursion import deep_recursion

GOING = {Role.JUMP, Role.CALLED_LABEL, Role.DATA_LABEL}
MOST_HINTS = 20
"""So many mistakes are told what was meant: looking for that takes milliseconds."""
USED = {Role.CALL, Role.VARIABLE}
"""How words of the language stand in a line."""


BRINGING = frozenset({"USE", "EXEC"})
"""Words that bring in the DEFs of other slots: a word that this listing does not know may be one of them."""


class Severity(Enum):
    """Whether a program stops, or only does less than on the console."""

    ERROR = "error"
    WARNING = "warning"


class Mistake(NamedTuple):
    """Something wrong: places count from 0; `number` is the machine's, 0 for what is no error of its own."""

    line: int
    column: int
    end: int
    severity: Severity
    number: int
    message: str
    meant: str = ""


def mistakes(listing: Listing) -> list[Mistake]:
    """All that is found without running anything, in the order of the listing."""
    load_all()
    if is_too_long(listing.source):
        # whose words nobody looks for
        return [told(too_long(listing.source), ())]
    errors = [*(list(unreadable_lines(listing)) or refused(listing)), *undefined_labels(listing)]
    errors += wrong_calls(listing)
    errors.sort(key=lambda each: (each.line, each.column))
    found = [
        told(each, words_around(listing, each), meant(listing, each) if number < MOST_HINTS else "")
        for number, each in enumerate(errors)
    ]
    if any(call.name in BRINGING for line in listing.lines for call in line.calls):
        found = [each._replace(severity=Severity.WARNING) if is_foreign(each) else each for each in found]
    return sorted([*found, *words_without_effect(listing)], key=lambda each: (each.line, each.column))


def is_foreign(mistake: Mistake) -> bool:
    """Whether it is a word that another slot may have."""
    return mistake.number == UndefinedFunction.number


def words_around(listing: Listing, error: BasicError) -> Sequence[Word]:
    """The words of the line that an error is in."""
    return listing.lines[min(error.line, len(listing.lines)) - 1].words


def told(error: BasicError, words: Sequence[Word], hint: str = "") -> Mistake:
    """A mistake in the machine's words, `Syntax error in 0:3`; the words are those of its line.

    The word at the place is marked, the last one before it where a word is missing.
    """
    column = max(error.column - 1, 0)
    here = [each for each in words if each.column == column] or [each for each in words if each.end <= column]
    start, end = (here[-1].column, here[-1].end) if here else (0, column)
    message = error.message + (f" ({error.detail})" if error.detail else "")
    return Mistake(max(error.line, 1) - 1, start, end, Severity.ERROR, error.number, message, hint)


def meant(listing: Listing, error: BasicError) -> str:
    """The word that was probably meant, "" where none is close."""
    names = listing.names.every
    match error:
        case UndefinedLabel():
            labels = [each.title for each in names if each.kind is Kind.LABEL and each.is_defined]
            found = closest(error.detail, labels)
        case UndefinedFunction():
            found = closest_word(error.detail, [each.name for each in names if each.kind is Kind.DEF])
        case BasicSyntaxError():
            here = BasicSyntaxError(line=1, column=error.column)
            there = [each.name for each in names if each.kind is not Kind.LABEL]
            found = meanings(here, listing.texts[error.line - 1], "", there)
        case _:
            found = meanings(error, listing.source, listing.source, ())
    return next(found, "")


# ---- before a start


def unreadable_lines(listing: Listing) -> Iterator[BasicError]:
    """A syntax error for each line that the parser cannot read."""
    for number, line in enumerate(listing.lines, 1):
        if line.mistake is not None:
            yield BasicSyntaxError(line=number, column=line.mistake + 1)


def refused(listing: Listing) -> Iterator[BasicError]:
    """What the machine finds before a program starts, of which it tells the first."""
    try:
        with deep_recursion:
            analyse_listing(listing.source)
    except BasicError as error:
        yield error


# ---- what a run stops at


def undefined_labels(listing: Listing) -> Iterator[BasicError]:
    """The literal labels that a jump or RESTORE names and no statement has."""
    for each in listing.names.every:
        if each.kind is Kind.LABEL:
            for place in each.places:
                if is_missing(each, place):
                    yield UndefinedLabel(each.title, line=place.line + 1, column=place.column)


def is_missing(label: Name, place: Place) -> bool:
    """Whether nothing is found there: GOSUB in a DEF sees no label at all."""
    in_def = place.role is Role.CALLED_LABEL and label.scope != MAIN
    return place.role in GOING and (in_def or not label.is_defined)


def wrong_calls(listing: Listing) -> Iterator[BasicError]:
    """Calls of what does not exist, and calls in a shape that a word does not have."""
    definitions = {each.name for each in listing.names.every if each.kind is Kind.DEF}
    for number, line in enumerate(listing.lines):
        for call in line.calls:
            entry = BUILTINS.get(call.name)
            if call.name in definitions or (
                entry and entry.fits(call.arguments, value=call.is_value, receivers=call.receivers)
            ):
                continue
            if entry:
                yield entry.shape_error(builtin=call.name, line=number + 1, column=call.column + 1)
            elif not is_plain_name(listing, number, call):
                yield UndefinedFunction(call.name, line=number + 1, column=call.column + 1)


def fits(word: Builtin, call: Call) -> bool:
    """Whether a word of the language has a form for the call."""
    return word.fits(call.arguments, value=call.is_value, receivers=call.receivers)


def is_plain_name(listing: Listing, line: int, call: Call) -> bool:
    """Whether it is a variable that stands alone, which the machine refuses in words of its own."""
    if call.arguments or call.is_value:
        return False
    scopes = {MAIN, listing.names.scope_at(line, call.column)}
    return any(listing.names.find(Kind.VARIABLE, each, call.name) for each in scopes)


# ---- what does nothing here


def words_without_effect(listing: Listing) -> Iterator[Mistake]:
    """Words of which nothing is heard, and those of devices that this console does not have."""
    definitions = {each.name for each in listing.names.every if each.kind is Kind.DEF}
    for number, line in enumerate(listing.lines):
        for each in line.words:
            if each.role in USED and each.word not in definitions and (reason := no_effect(each.word)):
                words = f"{each.word}: {reason}"
                yield Mistake(number, each.column, each.end, Severity.WARNING, 0, words)


def no_effect(word: str) -> str:
    """Why a word of the language does nothing here, "" if it does something."""
    entry = BUILTINS.get(word) or VARIABLES.get(word)
    if isinstance(entry, Builtin) and entry.silent:
        return _("nothing is heard of it here")
    if entry and entry.device and entry.device.is_absent:
        return f"{_(entry.device.value)}; {_('not simulated: this console has none')}"
    return ""
