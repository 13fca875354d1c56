"""Pages about the machine as a port calls it, made of docstrings, declarations of words and snippets."""

import inspect
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any

from retromaze.builtins.form import Builtin
from retromaze.builtins.reference import all_words
from retromaze.display.pictures import pillow_image
from retromaze.machine import input as controls
from retromaze.machine.colors import rgb
from retromaze.machine.events import Effect, event_name, is_observed, observed_method
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from tests.tools.website.parts import EXTRA_WORDS, PARTS, Part
from tests.tools.website.snippets import SNIPPETS, Snippet, View

CALLED = re.compile(r"machine\.([\w.]+)[(\[]")
ALIASES = {
    "Color": "int",
    "Tilt": "tuple[float, float]",
    "Point": "tuple[float, float]",
    "Rectangle": "tuple[int, int, int, int]",
    "Area": "tuple[int, int, int, int]",
    "Box": "tuple[float, float, float, float]",
    "Values": "tuple[float, ...]",
    "Glyph": "tuple[int, ...]",
}
"""Names of types that a reader need not know."""
EVENTS = {
    Effect.DRAWS: "draws",
    Effect.PRINTS: "draws",
    Effect.CHANCE: "takes random numbers",
    Effect.WAITS: "waits",
    Effect.SOUNDS: "sounds",
    Effect.PREPARES: "sets",
}
WIDE = 88
REFERENCE = re.compile(r"(?:reference of the (machine|language)|(machine|language) reference)")
ITEM = re.compile(r"\n(?=- )")


def pages() -> dict[str, str]:
    """The page of each part by its path on the website."""
    return {f"{part.page}.md": page(part) for part in PARTS}


def pictures() -> dict[str, bytes]:
    """The pictures of the snippets, by their paths on the website."""
    return {f"interface/{picture_name(way)}": picture(snippet) for way, snippet in SNIPPETS.items()}


def picture_name(way: str) -> str:
    return f"{way.removeprefix('machine.').replace('.', '-')}.png"


def page(part: Part) -> str:
    """All of one part."""
    lines = [f"# {part.title}: `{part.way}`", "", prose(part.kind), ""]
    for caption, names in part.groups.items():
        lines += [f"## {caption}", ""]
        for name in names.split():
            lines += entry(part, name)
    for kind in part.shown:
        lines += [f"## {kind.__name__}", "", prose(kind), "", *fields(kind)]
    return "\n".join(lines)


def entry(part: Part, name: str) -> Iterator[str]:
    """A method or property: how it is called, what it does, what it is in BASIC, and what it looks like."""
    member = vars(part.kind)[name]
    yield from (f"### `{name}`", "", "```python", signature(f"{part.way}.{name}", member), "```", "")
    yield from (prose(member), "")
    if facts := "; ".join(facts_of(f"{part.way}.{name}", member)):
        yield from (f"*{facts}.*", "")
    if snippet := SNIPPETS.get(f"{part.way}.{name}"):
        shown = f"![What these lines show]({picture_name(f'{part.way}.{name}')}){{.dots}}"
        yield from ("```python", snippet.code, "```", "", shown, "")


def signature(way: str, member: Any) -> str:
    """`machine.screen.point(x: int, y: int, color: int | None = None)`, on several lines if it is long."""
    if isinstance(member, property):
        return f"{way}  # {plain_type(inspect.signature(member.fget).return_annotation)}"  # type: ignore[arg-type]
    found = inspect.signature(member)
    given = [plain_type(str(each)) for each in found.parameters.values() if each.name != "self"]
    returned = plain_type(str(found.return_annotation))
    end = ")" if returned == "None" else f") -> {returned}"
    line = f"{way}({', '.join(given)}{end}"
    if len(line) <= WIDE:
        return line
    return "\n".join([f"{way}(", *(f"    {each}," for each in given), end])


def plain_type(text: str) -> str:
    """An annotation without quotes and without names that only the module knows."""
    text = re.sub(r"'([^']*)'$|'([^']*)'(?= = )", lambda found: found[1] or found[2] or "''", text)
    return re.sub(r"\b\w+\b", lambda found: ALIASES.get(found[0], found[0]), text)


# ---- what is said


def prose(described: Any) -> str:
    """A docstring as Markdown: lists and code stay, sources lead to the references."""
    text = inspect.getdoc(described) or ""
    parts = re.split(r"(`[^`]*`)", text)
    plain = [part if at % 2 else re.sub(r"([\\*_<>\[\]|])", r"\\\1", part) for at, part in enumerate(parts)]
    linked = REFERENCE.sub(
        lambda found: f"[{found[0]}](../reference/{found[1] or found[2]}.md)", "".join(plain)
    )
    return ITEM.sub("\n\n", linked, count=1).replace("Unverified:", "*Unverified:*")


def facts_of(way: str, member: Any) -> Iterator[str]:
    """The words of BASIC that call it, and whether it is an event."""
    known = all_words()
    names = words().get(way, ())
    if names:
        linked = [f"[{each}](../builtins.md#{anchor(each)})" if each in known else each for each in names]
        yield f"In BASIC: {', '.join(linked)}"
    if is_observed(member):
        event = observed_method(event_name(member))
        assert event is not None
        yield f"an event that {EVENTS[event.effect]}"


def anchor(word: str) -> str:
    """The name under which a word stands on the page of builtins."""
    return re.sub(r"[^\w-]", "", word.lower())


@cache
def words() -> dict[str, list[str]]:
    """The words of BASIC by the way to the method that does the same."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, word in all_words().items():
        for form in word.forms if isinstance(word, Builtin) else [word.read]:
            called = CALLED.match(form.python)
            if way := form.method or (called[1] if called else ""):
                found[f"machine.{way}"].append(name)
    for way, names in EXTRA_WORDS.items():
        found[way] += names.split()
    return {way: list(dict.fromkeys(names)) for way, names in found.items()}


def fields(kind: type) -> Iterator[str]:
    """The properties of what a part gives, or the names and values of an enumeration."""
    if issubclass(kind, Enum):
        yield from (
            "| name | value |",
            "|---|---|",
            *(f"| `{each.name}` | {each.value} |" for each in kind),
            "",
        )
        return
    members = {name: each for base in reversed(kind.__mro__) for name, each in vars(base).items()}
    for name, member in members.items():
        if isinstance(member, property) and not name.startswith("_"):
            yield f"- `{name}`: {prose(member)}"
    yield ""


# ---- pictures


SEED = 1
PRESSED_AT = 10
"""A snippet that waits for a button gets A in this frame."""
LONGEST = 600
"""Frames after which a snippet that does not end is a fault."""
PICTURE_WIDTH = 320
"""A picture is enlarged as often as it then has no more pixels across."""


class TooLong(Exception):
    """A snippet goes on for ever."""


def machine_after(code: str) -> Machine:
    """The machine behind a few lines of a port. Raises what they raise, and TooLong."""
    machine = Machine(seed=SEED)
    machine.input.schedule = {PRESSED_AT: Buttons.A}
    machine.on_frame = limited
    known = {name: getattr(controls, name) for name in ("HELD", "REPEATED", "PRESSED", "RELEASED")}
    exec(compile(code, "snippet", "exec"), {"machine": machine, "rgb": rgb, "Buttons": Buttons, **known})
    return machine


def limited(machine: Machine) -> None:
    if machine.frame > LONGEST:
        raise TooLong(f"after {LONGEST} frames")


def picture(snippet: Snippet) -> bytes:
    """What the snippet shows, as a PNG file: the same code gives the same bytes."""
    return cut_out(machine_after(snippet.code), snippet.view)


def cut_out(machine: Machine, view: View) -> bytes:
    left, top, width, height = view
    shown = pillow_image(machine.picture()).crop((left, top, left + width, top + height))
    times = max(1, PICTURE_WIDTH // width)
    target = io.BytesIO()
    shown.resize((width * times, height * times), resample=0).save(target, "PNG", optimize=True)
    return target.getvalue()


# ---- docs/machine.md


PAGE = "machine.md"
CODE = re.compile(r"```python\n(.*?)```\n", re.S)
VIEW: View = (0, 0, 160, 96)


def illustrated(text: str) -> tuple[str, dict[str, bytes]]:
    """Runs each piece of Python on the page; returns the page with pictures of what they draw, and these.

    The pictures are keyed by their paths on the website. A piece that draws nothing has none.
    """
    pictures: dict[str, bytes] = {}

    def with_picture(found: re.Match[str]) -> str:
        machine = machine_after(found[1])
        if len(set(machine.picture())) == 1:
            return found[0]
        name = f"interface/recipe-{len(pictures) + 1}.png"
        pictures[name] = cut_out(machine, VIEW)
        return f"{found[0]}\n![What these lines show]({name}){{.dots}}\n"

    return CODE.sub(with_picture, text), pictures
