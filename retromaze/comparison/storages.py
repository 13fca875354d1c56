"""Makes storages for games at random: with files that a listing looks for, or that a game has left."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from retromaze.comparison.script import Script
from retromaze.comparison.vocabulary import Vocabulary
from retromaze.machine import documents, png
from retromaze.machine.beside import Beside
from retromaze.machine.contents import Numbers, PictureContent
from retromaze.machine.memory import Files, Key, Memory
from retromaze.machine.storage import DEFAULT_PROJECT, SAMPLES, TEXT, text_data

MOST = 40
"""So many storages are made for the games of one seed, those left aside that games leave."""
LEFT_ALIKE = 2
"""Of the storages that games leave so many are kept with files of the same names."""
SOME_NAME = "A"
"""The name of a file where a listing asks which there are."""
CELLS = (("0", "1"), (" ", "#"))
"""What tables are made of, the commonest first."""
COMMON = 0.7
"""The share of the commonest."""

Maker = Callable[[Random, Vocabulary], bytes]


class AskedShelf(Memory):
    """A storage in memory that notes the files which were looked for and are not there."""

    def __init__(self, files: Files) -> None:
        super().__init__(files)
        self.missed: dict[Key, None] = {}

    def exists(self, project: str, kind: str, name: str) -> bool:
        self._ask(project, kind, name)
        return super().exists(project, kind, name)

    def read(self, project: str, kind: str, name: str) -> bytes | None:
        self._ask(project, kind, name)
        return super().read(project, kind, name)

    def names(self, project: str, kind: str) -> list[str]:
        found = super().names(project, kind)
        if not found:
            self._ask(project, kind, SOME_NAME)
        return found

    def _ask(self, *key: str) -> None:
        project, kind, name = key
        if project != SAMPLES and (project, kind, name) not in self.files:
            self.missed[project, kind, name] = None


class Storages:
    """The scripts that new games may begin with: each lays other files there, and plays nothing.

    A file that a game looked for in vain is there in others, with contents of several forms; what lies beside
    the listing is away in one; and what a game has left is there when the next one begins.
    """

    def __init__(self, base: Script, random: Random, vocabulary: Vocabulary) -> None:
        """`base` lays the files there that all games find if nobody says."""
        self._kept = [base]
        self._random, self._vocabulary = random, vocabulary
        self._beside = Beside(base.beside) if base.beside else None
        self._waiting: deque[Script] = deque()
        self._missed: set[Key] = set()
        self._left: Counter[tuple[Key, ...]] = Counter()
        self._made = 0

    def untried(self) -> Script | None:
        """The next one that no game has begun with."""
        return self._waiting.popleft() if self._waiting else None

    def keep(self, script: Script) -> None:
        """A game has brought something new with it: others may begin with it, too."""
        self._kept.append(script)

    def drawn(self) -> Script:
        """One of those that are kept; at first only the base is."""
        return self._random.choice(self._kept)

    def learn(self, script: Script, shelf: AskedShelf, *, news: bool) -> None:
        """Hears what a game looked for that began with a script, and what it left."""
        new = [key for key in shelf.missed if key not in self._missed]
        self._missed.update(new)
        wanted = [key for key in shelf.missed if not self._lies_beside(key)]
        if len(wanted) < len(shelf.missed) and new and script.beside:
            self._waiting.append(replace(script, beside=None))
        if any(key in wanted for key in new):
            self._make(script, wanted)
        if news:
            self._leave(script, shelf.files)

    def _lies_beside(self, key: Key) -> bool:
        project, kind, name = key
        return project == DEFAULT_PROJECT and self._beside is not None and self._beside.exists(kind, name)

    def _make(self, script: Script, wanted: Sequence[Key]) -> None:
        """One storage for each form of contents that the wanted files can have."""
        kinds = {kind for _, kind, _ in wanted}
        for number in range(max(len(makers_of(kind)) for kind in kinds)):
            if self._made >= MOST:
                return
            files = dict(script.files)
            for key in wanted:
                makers = makers_of(key[1])
                files[key] = makers[number % len(makers)](self._random, self._vocabulary)
            self._made += 1
            self._waiting.append(script.with_files(files))

    def _leave(self, script: Script, files: Files) -> None:
        names = tuple(files)
        if files != dict(script.files) and self._left[names] < LEFT_ALIKE:
            self._left[names] += 1
            self._waiting.append(script.with_files(files))


def makers_of(kind: str) -> Sequence[Maker]:
    """What makes the contents that a file of a kind may have."""
    return TEXT_MAKERS if kind == TEXT else DATA_MAKERS


# ---- texts


def empty_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Nothing."""
    return b""


def word_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Some words that the listing knows, one a line."""
    return lines_data(random.choices(vocabulary.answers, k=random.randint(1, 12)))


def number_text(random: Random, vocabulary: Vocabulary) -> bytes:
    """Some numbers, one a line."""
    return lines_data([str(number_of(random)) for _ in range(random.randint(1, 12))])


def table_of(size: int, between: str, share: float = 1) -> Maker:
    """A maker of square tables, whose rows end after a share of them."""

    def table(random: Random, vocabulary: Vocabulary) -> bytes:
        common, other = CELLS[0] if between else random.choice(CELLS)
        rows = [[common if random.random() < COMMON else other for _ in range(size)] for _ in range(size)]
        return lines_data([between.join(row) for row in rows[: int(size * share)]])

    return table


def lines_data(lines: Sequence[str]) -> bytes:
    return text_data("".join(f"{line}\n" for line in lines))


TEXT_MAKERS = (
    empty_text,
    word_text,
    number_text,
    table_of(5, ","),
    table_of(9, ",", 0.5),
    table_of(6, ","),
    table_of(8, ""),
)


# ---- arrays and pages


def row_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """An array of one dimension."""
    size = random.randint(1, 20)
    return documents.encode_document(Numbers("#", (size,), [float(number_of(random)) for _ in range(size)]))


def grid_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """An array of two dimensions."""
    size = random.randint(2, 12)
    return documents.encode_document(
        Numbers("%", (size, size), [number_of(random) for _ in range(size * size)])
    )


def page_data(random: Random, vocabulary: Vocabulary) -> bytes:
    """A page of two colors."""
    colors = 0xFF000000, 0xFFF8F8F8
    return png.encode_png(PictureContent(16, 16, array("I", random.choices(colors, k=256))))


DATA_MAKERS = (row_data, grid_data, page_data)


def number_of(random: Random) -> int:
    """A whole number, small ones more often."""
    return random.choice((0, 1, random.randrange(10), random.randrange(1000)))
