"""All exceptions of the project. Those of the machine have its numbers and its messages.

    RetromazeError
    ├── UsageError          the caller asked for something that does not exist (exit status 2)
    ├── Stopped             a front end, a frame limit or the user ended the run, which is no error
    └── BasicError          the listing broke a rule of the machine: number, message, slot, line, column
        └── BasicSyntaxError · IllegalFunctionCall · TypeMismatch · OutOfRange · …, one class a number

The machine has numbers 1 to 55; those that nothing here raises, 2 for one, have no class.

Numbers and wording are those SmileBASIC 3.6.0 leaves in ERRNUM and shows on its console, in any language of
the user. What to do about an error is said in that language: see `engine.hints.RULES`.
Source: reference of the language, section 8.3 (texts read from the program).
"""

from __future__ import annotations

from typing import Any


class RetromazeError(Exception):
    """The root of everything this package raises on purpose."""


class UsageError(RetromazeError):
    """The caller named a program, key or option that does not exist, or a file that cannot be read."""


class Stopped(RetromazeError):
    """The run was ended from outside: a frame limit, a closed window, Ctrl-C."""


class Break(Stopped):
    """STOP ended the program. `line` is the listing's line, counted from 1; 0 if a port raises it."""

    def __init__(self, slot: int = 0, line: int = 0) -> None:
        super().__init__(f"Break on {slot}:{line}")
        self.line = line


class BasicError(RetromazeError):
    """The listing broke a rule of the machine.

    `slot` is 0 to 3; `line` and `column` count from 1 and are 0 while the place is not yet known. An error in
    what was typed at the prompt has line 0, and its line there, of the several that may be pasted, is
    `typed_line`.
    `builtin` is the instruction or function that refused the call, `argument` the number of the argument that
    is wrong, counted from 1. `detail` is our own text on the cause, never part of the machine's message.
    `path` and `source` are the listing's path and text, once the place is known.
    `begin` is the place (line, column) where a block that never ends begins; it is shown instead of the
    machine's place. `values` are the values that caused the error, for a hint: a number out of its range, an
    array's name, the subscripts and the sizes, or the item that READ took last and its index.
    """

    number = 0
    wording = "No Error"
    is_not_simulated = False
    """Whether the listing is right and this simulation lacks something; then `detail` is always shown."""
    is_detail_sentence = False
    """Whether `detail` is a whole sentence, which is shown on a line of its own."""

    def __init__(
        self,
        detail: str = "",
        *,
        argument: int | None = None,
        builtin: str = "",
        slot: int = 0,
        line: int = 0,
        column: int = 0,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.argument = argument
        self.builtin = builtin
        self.slot = slot
        self.line = line
        self.column = column
        self.typed_line = 0
        self.begin: tuple[int, int] | None = None
        self.values: tuple[Any, ...] = ()
        self.path = ""
        self.source = ""

    def __init_subclass__(cls, *, number: int | None = None, wording: str = "") -> None:
        """Sets a class's number and message; a class without a number inherits both from its parent."""
        super().__init_subclass__()
        if number is not None:
            cls.number, cls.wording = number, wording

    @property
    def message(self) -> str:
        """The machine's line, `Out of range in 0:24(LOCATE:2)`."""
        return f"{self.wording} in {self.slot}:{self.line}{self.culprit}"

    @property
    def culprit(self) -> str:
        """The builtin and the argument in the machine's message: `(LOCATE:2)`, `(LOCATE)` or ""."""
        if not self.builtin:
            return ""
        return f"({self.builtin}:{self.argument})" if self.argument else f"({self.builtin})"

    def with_detail(self, words: str) -> str:
        """Returns `words`, followed by `(detail)` if the simulation lacks something."""
        return f"{words} ({self.detail})" if self.is_not_simulated else words

    def __str__(self) -> str:
        return self.with_detail(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickling must not call __init__: its parameters differ between the classes and are not stored.
        return _without_init, (type(self), self.args), vars(self)


def _without_init(kind: type[BasicError], arguments: tuple[Any, ...]) -> BasicError:
    """Makes an error without calling its `__init__`, for unpickling, which sets the attributes itself."""
    return kind.__new__(kind, *arguments)


class InternalError(BasicError, number=1, wording="Internal Error"):
    """The interpreter itself failed."""


class BasicSyntaxError(BasicError, number=3, wording="Syntax error"):
    """The listing cannot be read, or a name is used as it must not be."""


class IllegalFunctionCall(BasicError, number=4, wording="Illegal function call"):
    """A builtin was called in a shape it does not have."""


class StackOverflow(BasicError, number=5, wording="Stack overflow"):
    """Too many GOSUBs or calls are pending."""


class DivideByZero(BasicError, number=7, wording="Divide by zero"):
    """The divisor is zero."""


class TypeMismatch(BasicError, number=8, wording="Type mismatch"):
    """A string stands where a number must, or the reverse."""


class Overflow(BasicError, number=9, wording="Overflow"):
    """A real does not fit an integer."""


class OutOfRange(BasicError, number=10, wording="Out of range"):
    """An argument is outside its range."""


class ArgumentOutOfRange(OutOfRange, ValueError):
    """An argument that a method of the machine refuses: a BasicError for a listing, a ValueError for a port.

    `text` is the message for a port; a listing gets the machine's message. `valid` is the range (least, most)
    if the word's declaration has none.
    """

    def __init__(self, text: str, *, argument: int, valid: tuple[float, float] | None = None) -> None:
        super().__init__(argument=argument)
        self.text = text
        self.valid = valid

    def __str__(self) -> str:
        # only an error of a listing has a line
        return super().__str__() if self.line else self.text


class OutOfMemory(BasicError, number=11, wording="Out of memory"):
    """An array is too large for the machine."""


class OutOfCodeMemory(BasicError, number=12, wording="Out of code memory"):
    """The listing is too large or nested too deeply."""


class OutOfData(BasicError, number=13, wording="Out of DATA"):
    """READ or COPY went past the last DATA item."""


class UndefinedLabel(BasicError, number=14, wording="Undefined label"):
    """A jump, RESTORE or COPY names a label that is not there."""


class UndefinedVariable(BasicError, number=15, wording="Undefined variable"):
    """Under OPTION STRICT a name was not declared."""


class UndefinedFunction(BasicError, number=16, wording="Undefined function"):
    """An instruction or function of that name does not exist."""


class NotSimulated(UndefinedFunction):
    """The machine has that word, this simulation does not yet."""

    is_not_simulated = True


class DuplicateLabel(BasicError, number=17, wording="Duplicate label"):
    """A label stands twice in one scope."""


class DuplicateVariable(BasicError, number=18, wording="Duplicate variable"):
    """A variable is declared twice in one scope."""


class DuplicateFunction(BasicError, number=19, wording="Duplicate function"):
    """Two DEFs carry one name."""


class ForWithoutNext(BasicError, number=20, wording="FOR without NEXT"):
    """A FOR is never closed."""


class NextWithoutFor(BasicError, number=21, wording="NEXT without FOR"):
    """A NEXT has no FOR."""


class RepeatWithoutUntil(BasicError, number=22, wording="REPEAT without UNTIL"):
    """A REPEAT is never closed."""


class UntilWithoutRepeat(BasicError, number=23, wording="UNTIL without REPEAT"):
    """An UNTIL has no REPEAT."""


class WhileWithoutWend(BasicError, number=24, wording="WHILE without WEND"):
    """A WHILE is never closed."""


class WendWithoutWhile(BasicError, number=25, wording="WEND without WHILE"):
    """A WEND has no WHILE."""


class ThenWithoutEndif(BasicError, number=26, wording="THEN without ENDIF"):
    """A block IF is never closed."""


class ElseWithoutEndif(BasicError, number=27, wording="ELSE without ENDIF"):
    """A block ELSE is never closed."""


class EndifWithoutIf(BasicError, number=28, wording="ENDIF without IF"):
    """An ENDIF has no IF."""


class DefWithoutEnd(BasicError, number=29, wording="DEF without END"):
    """A DEF is never closed."""


class ReturnWithoutGosub(BasicError, number=30, wording="RETURN without GOSUB"):
    """A RETURN has no GOSUB to go back to."""


class SubscriptOutOfRange(BasicError, number=31, wording="Subscript out of range"):
    """A subscript is outside the array, or the array is empty."""


class NestedDef(BasicError, number=32, wording="Nested DEF"):
    """A DEF stands inside another."""


class CantContinue(BasicError, number=33, wording="Can't continue"):
    """CONT has nothing to go on with."""


class IllegalSymbolString(BasicError, number=34, wording="Illegal symbol string"):
    """A label string is malformed."""


class IllegalFileFormat(BasicError, number=35, wording="Illegal file format"):
    """A file's contents do not fit its kind."""


class FileTooLarge(IllegalFileFormat):
    """A file is larger than any file of the machine can be."""


class MicNotAvailable(BasicError, number=36, wording="Mic is not available"):
    """The microphone was not switched on."""


class MotionSensorNotAvailable(BasicError, number=37, wording="Motion sensor is not available"):
    """The motion sensor was not switched on."""


class UsePrgeditFirst(BasicError, number=38, wording="Use PRGEDIT before any PRG function"):
    """No slot was chosen for editing."""


class AnimationTooLong(BasicError, number=39, wording="Animation is too long"):
    """An animation has more than 32 key frames."""


class IllegalAnimationData(BasicError, number=40, wording="Illegal animation data"):
    """An animation's data makes no sense."""


class StringTooLong(BasicError, number=41, wording="String is too long"):
    """A string is longer than its place allows."""


class CantUseFromDirectMode(BasicError, number=43, wording="Can't use from direct mode"):
    """The statement only works in a program."""


class CantUseInProgram(BasicError, number=44, wording="Can't use in program"):
    """The statement only works in DIRECT mode."""


class LoadFailed(BasicError, number=46, wording="Load failed"):
    """A file is missing or cannot be read."""

    is_detail_sentence = True


class IllegalMml(BasicError, number=47, wording="Illegal MML"):
    """A piece of music cannot be read."""

    is_detail_sentence = True


class UninitializedVariable(BasicError, number=48, wording="Uninitialized variable used"):
    """A value was used that was never set."""


class ProtectedFile(BasicError, number=50, wording="Protected file"):
    """The file is protected."""


class DlcNotFound(BasicError, number=51, wording="DLC not found"):
    """An additional package is missing."""


class IncompatibleStatement(BasicError, number=52, wording="Incompatible statement"):
    """The statement needs a wireless session."""
