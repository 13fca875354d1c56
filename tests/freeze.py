"""What the package makes of many listings, as text files: to see what a change of the compiler changes.

python -m tests.freeze FOLDER       before a change; again into another folder after it, then `diff -r`
python -m tests.freeze FOLDER compiled ports      these parts alone; there are compiled, ports and events

`compiled` has the Python that each listing is compiled to, in three settings: `plain`, `traced`, `library`. A
number behind a function's name sums up the places of its nodes. `ports` has the text of each written port, or
why it is refused. `events` has a sum of what each program of the catalogue does, and of its last picture.
"""

import ast
import hashlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from retromaze.catalogue import CATALOGUE
from retromaze.catalogue_entry import listing_source
from retromaze.comparison import Listing
from retromaze.comparison.input_script import script_of
from retromaze.comparison.listing_recording import record
from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import Settings
from retromaze.errors import BasicError
from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import port
from tests.fuzzing.kinds import program
from tests.fuzzing.portable import PORT_KINDS

TESTS = Path(__file__).parent
FOLDERS = (TESTS.parent / "programs", TESTS / "listings", TESTS / "porting" / "spaghetti")
RANDOM = 40
"""Programs of each kind that the fuzzer writes for ports."""
SETTINGS = {"plain": Settings(), "traced": Settings(traced=True), "library": Settings(library=True)}
MOST_EVENTS = 200_000


def listings() -> Iterator[tuple[str, str]]:
    """The name and text of each listing."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.bas")):
            yield f"{folder.name}/{path.relative_to(folder)}", path.read_text("utf-8")
    for kind in PORT_KINDS:
        for number in range(RANDOM):
            yield f"random/{kind}-{number}.bas", program(kind, number)


def compiled(source: str) -> Iterator[tuple[str, str]]:
    """The Python of a listing in each setting."""
    for name, settings in SETTINGS.items():
        try:
            functions = [each.function for each in written_functions(source, settings)]
        except BasicError as error:
            yield name, f"{error}\n"
            continue
        texts = [f"# places {places(each)}\n{ast.unparse(each)}\n" for each in functions]
        yield name, "\n".join(texts)


def places(function: ast.FunctionDef) -> str:
    return summary(ast.dump(function, include_attributes=True))


def summary(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def ports(source: str) -> Iterator[tuple[str, str]]:
    """The text of a listing's port."""
    try:
        written = port(source, "listing.bas")
        yield "port", written.text + "".join(f"# doubt: {each}\n" for each in written.warnings)
    except (BasicError, CannotPort) as refusal:
        yield "port", f"refused: {refusal}\n"


def events() -> Iterator[tuple[str, str]]:
    """What the catalogue's programs do with their first seed."""
    for name, entry in CATALOGUE.items():
        found = record(
            Listing(listing_source(entry)), entry.seeds[0], script_of(entry), 2_000, last=MOST_EVENTS
        )
        trace = found.trace
        rows = zip(trace.names, trace.arguments, trace.results, trace.frames, strict=True)
        whole = summary("\n".join(map(repr, rows)))
        picture = summary(repr(found.machine.picture()))
        yield name, f"{len(trace)} events {whole}, {found.end.reason.name}, picture {picture}\n"


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", "surrogatepass")


PARTS: dict[str, Callable[[str], Iterator[tuple[str, str]]]] = {"compiled": compiled, "ports": ports}


def main(folder: Path, *parts: str) -> None:
    """Writes the parts into a folder."""
    for name, source in listings():
        for part in PARTS.keys() & set(parts):
            for kind, text in PARTS[part](source):
                write(folder / part, f"{name.removesuffix('.bas')}.{kind}.py", text)
    if "events" in parts:
        for name, text in events():
            write(folder / "events", f"{name}.txt", text)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *(sys.argv[2:] or (*PARTS, "events")))
