"""All exceptions of the project. Those of the machine have its numbers and its messages.

    RetromazeError
    ├── UsageError          the caller asked for something that does not exist (exit status 2)
    ├── Stopped             a front end, a frame limit or the user ended the run, which is no error
    └── BasicError          the listing broke a rule of the machine: number, message, slot, line, column
        └── BasicSyntaxError · IllegalFunctionCall · TypeMismatch · OutOfRange · …, one class a number

Numbers and wording are those SmileBASIC 3.6.0 leaves in ERRNUM and shows on its console.
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

    `slot` is 0 to 3; `line` and `column` count from 1 and are 0 while the place is not yet known.
    `builtin` is the instruction or function that refused the call, `argument` the number of the argument that
    is wrong, counted from 1. `detail` is our own text on the cause, never part of the machine's message.
    `path` and `source` are the listing's path and text, once the place is known.
    `begin` is the place (line, column) where a block that never ends begins; it is shown instead of the
    machine's place. `values` are the values that caused the error, for a hint: a number out of its range, or
    an array's name, the subscripts and the sizes.
    """

    number = 0
    wording = "No Error"
    is_ours = False
    """Whether the listing is right and this simulation lacks something; then `detail` is always shown."""
    is_explained = False
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
        self.begin: tuple[int, int] | None = None
        self.values: tuple[Any, ...] = ()
        self.path = ""
        self.source = ""

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

    def told(self, words: str) -> str:
        """Returns `words`, with `detail` if the simulation lacks something: `… (not simulated yet: …)`."""
        return f"{words} ({self.detail})" if self.is_ours else words

    def __str__(self) -> str:
        return self.told(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        # Unpickling must not call __init__: its parameters differ between the classes and are not stored.
        return _without_init, (type(self), self.args), vars(self)


def _without_init(kind: type[BasicError], arguments: tuple[Any, ...]) -> BasicError:
    return kind.__new__(kind, *arguments)


class InternalError(BasicError):
    """The interpreter itself failed."""

    number = 1
    wording = "Internal Error"


class IllegalInstruction(BasicError):
    """The interpreter met an instruction it does not know."""

    number = 2
    wording = "Illegal Instruction"


class BasicSyntaxError(BasicError):
    """The listing cannot be read, or a name is used as it must not be."""

    number = 3
    wording = "Syntax error"


class IllegalFunctionCall(BasicError):
    """A builtin was called in a shape it does not have."""

    number = 4
    wording = "Illegal function call"


class StackOverflow(BasicError):
    """Too many GOSUBs or calls are pending."""

    number = 5
    wording = "Stack overflow"


class StackUnderflow(BasicError):
    """More was taken from the stack than was put there."""

    number = 6
    wording = "Stack underflow"


class DivideByZero(BasicError):
    """The divisor is zero."""

    number = 7
    wording = "Divide by zero"


class TypeMismatch(BasicError):
    """A string stands where a number must, or the reverse."""

    number = 8
    wording = "Type mismatch"


class Overflow(BasicError):
    """A real does not fit an integer."""

    number = 9
    wording = "Overflow"


class OutOfRange(BasicError):
    """An argument is outside its range."""

    number = 10
    wording = "Out of range"


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
        return super().__str__() if self.line else self.text


class OutOfMemory(BasicError):
    """An array is too large for the machine."""

    number = 11
    wording = "Out of memory"


class OutOfCodeMemory(BasicError):
    """The listing is too large or nested too deeply."""

    number = 12
    wording = "Out of code memory"


class OutOfData(BasicError):
    """READ or COPY went past the last DATA item."""

    number = 13
    wording = "Out of DATA"


class UndefinedLabel(BasicError):
    """A jump, RESTORE or COPY names a label that is not there."""

    number = 14
    wording = "Undefined label"


class UndefinedVariable(BasicError):
    """Under OPTION STRICT a name was not declared."""

    number = 15
    wording = "Undefined variable"


class UndefinedFunction(BasicError):
    """An instruction or function of that name does not exist."""

    number = 16
    wording = "Undefined function"


class NotSimulated(UndefinedFunction):
    """The machine has that word, this simulation does not yet."""

    is_ours = True


class DuplicateLabel(BasicError):
    """A label stands twice in one scope."""

    number = 17
    wording = "Duplicate label"


class DuplicateVariable(BasicError):
    """A variable is declared twice in one scope."""

    number = 18
    wording = "Duplicate variable"


class DuplicateFunction(BasicError):
    """Two DEFs carry one name."""

    number = 19
    wording = "Duplicate function"


class ForWithoutNext(BasicError):
    """A FOR is never closed."""

    number = 20
    wording = "FOR without NEXT"


class NextWithoutFor(BasicError):
    """A NEXT has no FOR."""

    number = 21
    wording = "NEXT without FOR"


class RepeatWithoutUntil(BasicError):
    """A REPEAT is never closed."""

    number = 22
    wording = "REPEAT without UNTIL"


class UntilWithoutRepeat(BasicError):
    """An UNTIL has no REPEAT."""

    number = 23
    wording = "UNTIL without REPEAT"


class WhileWithoutWend(BasicError):
    """A WHILE is never closed."""

    number = 24
    wording = "WHILE without WEND"


class WendWithoutWhile(BasicError):
    """A WEND has no WHILE."""

    number = 25
    wording = "WEND without WHILE"


class ThenWithoutEndif(BasicError):
    """A block IF is never closed."""

    number = 26
    wording = "THEN without ENDIF"


class ElseWithoutEndif(BasicError):
    """A block ELSE is never closed."""

    number = 27
    wording = "ELSE without ENDIF"


class EndifWithoutIf(BasicError):
    """An ENDIF has no IF."""

    number = 28
    wording = "ENDIF without IF"


class DefWithoutEnd(BasicError):
    """A DEF is never closed."""

    number = 29
    wording = "DEF without END"


class ReturnWithoutGosub(BasicError):
    """A RETURN has no GOSUB to go back to."""

    number = 30
    wording = "RETURN without GOSUB"


class SubscriptOutOfRange(BasicError):
    """A subscript is outside the array, or the array is empty."""

    number = 31
    wording = "Subscript out of range"


class NestedDef(BasicError):
    """A DEF stands inside another."""

    number = 32
    wording = "Nested DEF"


class CantContinue(BasicError):
    """CONT has nothing to go on with."""

    number = 33
    wording = "Can't continue"


class IllegalSymbolString(BasicError):
    """A label string is malformed."""

    number = 34
    wording = "Illegal symbol string"


class IllegalFileFormat(BasicError):
    """A file's contents do not fit its kind."""

    number = 35
    wording = "Illegal file format"


class FileTooLarge(IllegalFileFormat):
    """A file is larger than any file of the machine can be."""


class MicNotAvailable(BasicError):
    """The microphone was not switched on."""

    number = 36
    wording = "Mic is not available"


class MotionSensorNotAvailable(BasicError):
    """The motion sensor was not switched on."""

    number = 37
    wording = "Motion sensor is not available"


class UsePrgeditFirst(BasicError):
    """No slot was chosen for editing."""

    number = 38
    wording = "Use PRGEDIT before any PRG function"


class AnimationTooLong(BasicError):
    """An animation has more than 32 key frames."""

    number = 39
    wording = "Animation is too long"


class IllegalAnimationData(BasicError):
    """An animation's data makes no sense."""

    number = 40
    wording = "Illegal animation data"


class StringTooLong(BasicError):
    """A string is longer than its place allows."""

    number = 41
    wording = "String is too long"


class CommunicationBufferOverflow(BasicError):
    """Too much was sent at once."""

    number = 42
    wording = "Communication buffer overflow"


class CantUseFromDirectMode(BasicError):
    """The statement only works in a program."""

    number = 43
    wording = "Can't use from direct mode"


class CantUseInProgram(BasicError):
    """The statement only works in DIRECT mode."""

    number = 44
    wording = "Can't use in program"


class CantUseInToolProgram(BasicError):
    """The statement does not work in a tool."""

    number = 45
    wording = "Can't use in tool program"


class LoadFailed(BasicError):
    """A file is missing or cannot be read."""

    number = 46
    wording = "Load failed"
    is_explained = True


class IllegalMml(BasicError):
    """A piece of music cannot be read."""

    number = 47
    wording = "Illegal MML"
    is_explained = True


class UninitializedVariable(BasicError):
    """A value was used that was never set."""

    number = 48
    wording = "Uninitialized variable used"


class ProtectedResource(BasicError):
    """The resource is protected."""

    number = 49
    wording = "Protected resource"


class ProtectedFile(BasicError):
    """The file is protected."""

    number = 50
    wording = "Protected file"


class DlcNotFound(BasicError):
    """An additional package is missing."""

    number = 51
    wording = "DLC not found"


class IncompatibleStatement(BasicError):
    """The statement needs a wireless session."""

    number = 52
    wording = "Incompatible statement"


class EndWithoutCall(BasicError):
    """An END has no call to go back to."""

    number = 53
    wording = "END without call"


class ArrayTooLarge(BasicError):
    """The array is too large."""

    number = 54
    wording = "Array is too large"


class TooManyArguments(BasicError):
    """A call has too many arguments."""

    number = 55
    wording = "Too many arguments"


ERRORS: dict[int, type[BasicError]] = {kind.number: kind for kind in BasicError.__subclasses__()}
"""The class of each number of the machine's table, 1 to 55."""
