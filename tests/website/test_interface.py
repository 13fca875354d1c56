"""The pages about the machine: nothing that a port may call is missing, and code makes each picture."""

from __future__ import annotations

import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from docs.website import interface, recipes
from docs.website.parts import EXTRA_WORDS, PARTS, Part
from docs.website.pictures import TooLong, machine_after, picture
from docs.website.snippets import SNIPPETS, Snippet
from retromaze.builtins.reference import all_words
from retromaze.display.pictures import image
from retromaze.machine.events import Effect, event_name, is_observed, observed_as
from retromaze.machine.machine import Machine

RECIPES = (Path(__file__).parents[2] / "docs" / "machine.md").read_text("utf-8")
EVERY = [
    (f"{part.way}.{name}", vars(part.kind)[name])
    for part in PARTS
    for name in " ".join(part.groups.values()).split()
]
STATEMENTS = {"PRINT", "INPUT", "LINPUT"}
"""Words of BASIC that are no builtins."""


def public_methods(part: Part) -> list[str]:
    members = vars(part.kind).items()
    public = [name for name, each in members if inspect.isfunction(each) or isinstance(each, property)]
    return sorted(name for name in public if not name.startswith("_"))


def test_a_part_has_each_public_method_once() -> None:
    named = {part.way: sorted(" ".join([*part.groups.values(), part.others]).split()) for part in PARTS}
    assert named == {part.way: public_methods(part) for part in PARTS}
    machine = Machine(seed=1)
    assert [
        part.way for part in PARTS if not isinstance(eval(part.way, {"machine": machine}), part.kind)
    ] == []


def described(way: str, member: object) -> str:
    """What is said of a method, and of its class."""
    (part,) = (part for part in PARTS if part.way == way.rpartition(".")[0])
    return f"{inspect.getdoc(member)}\n{inspect.getdoc(part.kind)}"


def undescribed(way: str, member: Any) -> set[str]:
    """The parameters of a method, and its errors, that neither its docstring nor that of its class names."""
    if not inspect.getdoc(member):
        return {"docstring"}
    if isinstance(member, property):
        return set()
    source = inspect.getsource(member)
    wanted = set(inspect.signature(member).parameters) - {"self"} | set(re.findall(r"raise (\w+)\(", source))
    wanted |= {"ArgumentOutOfRange"} if "require(" in source else set()
    return wanted - set(re.findall(r"\w+", described(way, member)))


def test_what_a_port_may_call_is_described() -> None:
    lacking = {way: undescribed(way, member) for way, member in EVERY}
    assert {way: words for way, words in lacking.items() if words} == {}


def test_what_draws_has_a_picture() -> None:
    drawing = set()
    for way, member in EVERY:
        event = observed_as(event_name(member)) if is_observed(member) else None
        if event and event.effect in {Effect.DRAWS, Effect.PRINTS}:
            drawing.add(way)
    assert drawing - SNIPPETS.keys() == set()
    assert SNIPPETS.keys() - {way for way, _ in EVERY} == set()


def colors_of(snippet: Snippet) -> int:
    """How many colors the picture of a snippet has."""
    left, top, width, height = snippet.view
    shown = image(machine_after(snippet.code).picture())
    return len(shown.crop((left, top, left + width, top + height)).getcolors() or [])


def test_a_snippet_calls_its_method_and_is_seen() -> None:
    assert [way for way, snippet in SNIPPETS.items() if f"{way}(" not in snippet.code] == []
    # `clear` of a page leaves one color, that of a background none
    plain = {"machine.screen.clear", "machine.screen.set_fade", "machine.backgrounds.clear"}
    assert {way for way, snippet in SNIPPETS.items() if colors_of(snippet) < 2} <= plain


def test_a_picture_is_the_one_of_its_code() -> None:
    with Image.open(io.BytesIO(picture(Snippet("machine.screen.fill(1, 1, 2, 3)", (0, 0, 4, 5))))) as shown:
        assert shown.size == (320, 400)
        dots = [[shown.convert("L").getpixel((x * 80 + 40, y * 80 + 40)) for x in range(4)] for y in range(5)]
    assert dots == [[0, 0, 0, 0], *[[0, 255, 255, 0]] * 3, [0, 0, 0, 0]]


def test_a_snippet_that_never_ends_is_a_fault() -> None:
    with pytest.raises(TooLong):
        machine_after("while True:\n    machine.vsync()")


def test_every_piece_of_the_page_for_ports_runs() -> None:
    pieces = recipes.pieces(RECIPES)
    assert len(pieces) == 11
    for code in pieces:
        machine_after(code)
    shown = recipes.pictures(RECIPES)
    assert len(shown) == 8
    assert recipes.with_pictures(RECIPES).count("{.dots}") == 8


def test_the_names_of_words_are_words() -> None:
    named = {word for words in EXTRA_WORDS.values() for word in words.split()}
    assert named - all_words().keys() == STATEMENTS
    assert EXTRA_WORDS.keys() - {way for way, _ in EVERY} == set()


def test_the_values_of_a_part_are_shown() -> None:
    pages = interface.pages()
    assert "| `A` | 16 |" in pages["interface/input.md"]
    assert "- `scales`: (across, down)." in pages["interface/sprites.md"]


def test_a_method_is_shown_with_its_types_words_and_event() -> None:
    page = interface.page(next(part for part in PARTS if part.way == "machine.screen"))
    found = re.search(r"### `point`\n.*?(?=\n### )", page, re.S)
    assert found
    assert found[0] == (
        "### `point`\n\n```python\nmachine.screen.point(x: int, y: int, color: int | None = None)\n```\n\n"
        "Writes the pixel at x, y.\n\n"
        "*In BASIC: [GPSET](../builtins.md#gpset); an event that draws.*\n\n"
        "```python\n" + SNIPPETS["machine.screen.point"].code + "\n```\n\n"
        "![What these lines show](screen-point.png){.dots}\n"
    )
