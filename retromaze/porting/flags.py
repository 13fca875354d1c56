"""The variable of a port's function that tells of a jump out of several loops.

It is JUMPED, true or false, where one such way is open at a time, else GOES_ON with the label, or "". Which
it is comes out when the whole function is written. Until then lines that ask or clear it have a number, by
which the flag knows what ways they are about.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from retromaze.porting.lines import Code, PortLine
from retromaze.porting.naming import Names
from retromaze.porting.pieces import string
from retromaze.porting.unreached import without_lines, without_unreached

TELL = re.compile(r"flag! (.*)")
CLEAR = re.compile(r"no flag(, still|)! (\d+)")
TEST = re.compile(r"if (not |)flag\? (\d+):")
"""The lines of a function that is not yet whole; no line of Python is like them."""


@dataclass(eq=False)
class Way:
    """A way out of several loops: what the flag says of it, and the ways that were open beside it."""

    value: str
    beside: Collection[Way]


@dataclass(frozen=True)
class Asked:
    """The ways that a line is about, and others that the flag may tell of there."""

    ways: Collection[Way]
    others: Collection[Way] = ()


@dataclass(eq=False)
class Flag:
    """The flag of one function; `ways` by what it says of them, `asked` what its lines are about."""

    names: Names
    ways: dict[str, Way] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def free(self, word: str) -> str:
        """What the flag may say of a new way: the word, with a number where that is said of another."""
        value, number = word, 2
        while value in self.ways:
            value, number = f"{word} {number}", number + 1
        return value

    # ---- lines while the function is written

    def told(self, way: Way, note: str) -> PortLine:
        """Tells of a way that is taken."""
        return PortLine(0, f"flag! {way.value}", 0, note)

    def cleared(self, ways: Collection[Way]) -> PortLine:
        """Clears the flag before what may take these ways."""
        return PortLine(0, f"no flag! {self.number(Asked(ways))}")

    def clear_already(self, code: Code) -> Code:
        """Code before which the flag is clear, and in which nothing goes on once it is not."""
        found = [CLEAR.fullmatch(line.code) for line in code]
        return [
            replace(line, code=f"no flag, still! {each[2]}") if each else line
            for line, each in zip(code, found, strict=True)
        ]

    def test(self, ways: Collection[Way], others: Collection[Way]) -> str:
        """Whether one of these ways is taken; the flag may tell of the others too."""
        return f"flag? {self.number(Asked(ways, others))}"

    def number(self, asked: Asked) -> int:
        self.asked.append(asked)
        return len(self.asked) - 1

    # ---- the lines of the whole function

    def finished(self, code: Code) -> Code:
        """The code with the flag as it is in the end; what nobody asks for is not told."""
        code = without_unreached(code, TEST)
        tests = [self.asked[int(found[2])] for line in code if (found := TEST.fullmatch(line.code))]
        wanted = {way for each in tests for way in each.ways}
        is_word = any(other in wanted for way in wanted for other in way.beside)
        name = self.names.ours("goes_on" if is_word else "jumped")
        code = without_lines(code, lambda line: self.is_vain(line.code, wanted, is_word=is_word))
        if is_word:
            code = [PortLine(line.depth, line.code) if TELL.fullmatch(line.code) else line for line in code]
            return [replace(line, code=self.as_word(line.code, name, wanted)) for line in code]
        return [replace(line, code=as_bool(line.code, name)) for line in code]

    def is_vain(self, text: str, wanted: Collection[Way], *, is_word: bool) -> bool:
        """Whether a line tells of a way, or clears the flag before ways, that nobody asks for."""
        if found := TELL.fullmatch(text):
            return self.ways[found[1]] not in wanted
        if found := CLEAR.fullmatch(text):
            is_again = is_word and bool(found[1])
            return is_again or not any(way in wanted for way in self.asked[int(found[2])].ways)
        return False

    def as_word(self, text: str, name: str, wanted: Collection[Way]) -> str:
        """A line of GOES_ON."""
        if found := TELL.fullmatch(text):
            return f"{name} = {string(found[1]).text}"
        if CLEAR.fullmatch(text):
            return f'{name} = ""'
        found = TEST.fullmatch(text)
        if not found:
            return text
        asked = self.asked[int(found[2])]
        if not any(way in wanted for way in asked.others):
            return f"if {found[1]}{name}:"
        values = [string(way.value).text for way in asked.ways]
        if len(values) == 1:
            return f"if {name} {'!=' if found[1] else '=='} {values[0]}:"
        return f"if {name} {found[1]}in ({', '.join(values)}):"


def as_bool(text: str, name: str) -> str:
    """A line of JUMPED."""
    if TELL.fullmatch(text):
        return f"{name} = True"
    if CLEAR.fullmatch(text):
        return f"{name} = False"
    found = TEST.fullmatch(text)
    return f"if {found[1]}{name}:" if found else text
