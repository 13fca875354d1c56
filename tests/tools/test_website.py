"""The website: its pages and their links, the pages about the machine, and faults with their place."""

import inspect
import io
import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from retromaze.builtins.reference import all_words
from retromaze.catalogue import CATALOGUE
from retromaze.display.pictures import pillow_image
from retromaze.machine.events import Effect, event_name, is_observed, observed_method
from retromaze.machine.machine import Machine
from tests.tools.website import interface, pages
from tests.tools.website.building import dead_links
from tests.tools.website.interface import TooLong, machine_after, picture
from tests.tools.website.pages import with_door, with_studio
from tests.tools.website.parts import EXTRA_WORDS, PARTS, Part
from tests.tools.website.snippets import SNIPPETS, Snippet

TEXT = """\
[how](../README.md#start) and [changes](../CHANGELOG.md), [a page](pairs.md#once), [here](#here),
[outside](https://example.org/a.md), ![picture](studio.gif),
[listing](../programs/backtracker.bas),
[room](../retromaze/machine), [nothing](nowhere.md)
```sh
[as it is](../README.md)
```
[one](lessons/sticks.md) [other](reference/machine.md#3-4)
"""
LINKED = """\
[how](index.md#start) and [changes](changelog.md), [a page](pairs.md#once), [here](#here),
[outside](https://example.org/a.md), ![picture](studio.gif),
[listing](REPOSITORY/blob/HEAD/programs/backtracker.bas),
[room](REPOSITORY/tree/HEAD/retromaze/machine), [nothing](nowhere.md)
```sh
[as it is](../README.md)
```
[one](lessons/sticks.md) [other](reference/machine.md#3-4)
"""


def test_links_lead_to_pages_and_else_to_the_repository() -> None:
    linked = pages.with_links("docs/some.md", TEXT, pages.texts())
    assert linked == LINKED.replace("REPOSITORY", pages.repository())


def test_a_page_of_a_folder_and_the_first_page_link_from_where_they_stand() -> None:
    known = pages.texts()
    below = pages.with_links("docs/reference/machine.md", "[a](../../README.md) [b](../deviations.md)", known)
    assert below == "[a](../index.md) [b](../deviations.md)"
    first = pages.with_links("README.md", "![a](docs/studio.gif) [b](docs/lessons.md#own)", known)
    assert first == "![a](studio.gif) [b](lessons.md#own)"


def test_every_page_stands_in_one_table_of_contents() -> None:
    made = pages.gathered({"interface/screen.md": "# Screen\n"})
    named = [name for text in made.values() for name in re.findall(r"^/([\w./-]+)$", text, re.M)]
    assert sorted([*named, "index"]) == sorted(page.removesuffix(".md") for page in made)


def test_a_page_that_nobody_has_put_into_a_group_stands_under_the_rest() -> None:
    found = dict(pages.groups({"index", "commands", "input", "new", "lessons/sticks", "README.ja"}))
    assert {caption: names for caption, names in found.items() if names} == {
        "Begin": ("commands",),
        "Run": ("input",),
        "More": ("new",),
        "日本語": ("README.ja",),
    }


def test_each_step_of_a_lesson_has_its_link_into_the_studio() -> None:
    text = "# Sticks\n\n## 1. One\n\nText.\n\n## 12. Two\n\n## Notes\n"
    made = with_studio("lessons/sticks.md", text)
    assert re.sub(r"<.*>", "(link)", made) == (
        "# Sticks\n\n## 1. One\n\n(link)\n\n\nText.\n\n## 12. Two\n\n(link)\n\n\n## Notes\n"
    )
    assert re.findall('href="(.*?)"', made) == [
        "../studio/index.html#program=sticks&amp;step=1",
        "../studio/index.html#program=sticks&amp;step=12",
    ]
    assert with_studio("sticks.md", text) == text


def test_the_first_page_says_what_it_is_and_then_shows_the_studio_itself() -> None:
    made = with_door("# retromaze\n\n![The studio](studio.gif)\n\nIt runs.\n\n## Start\n", (700, 394))
    expected = """\
# retromaze

It runs.

<p class="studio-door"><a href="studio/index.html">
<img src="studio/portrait.png" width="700" height="394" alt="The studio">
<span>Try it here</span></a></p>

## Start
"""
    assert made == expected
    assert "studio-door" in with_door(pages.gathered({})["index.md"], (700, 394))


def test_every_program_can_be_tried() -> None:
    made = pages.programs()
    assert re.findall(r'href="studio/index\.html#program=(\w+)"', made) == [*CATALOGUE]
    assert "[lesson](lessons/sticks.md)" in made


HERE = """\
<a href="b/there.html">x</a> <a href="b/there.html#place">x</a> <a href="#own">x</a> <p id="own"></p>
<a href="b/">x</a>
<a href="b/there.html#program=sticks&amp;step=3">x</a> <img src="a%20b.png"> <a href="https://example.org/#x">x</a>
<a href="gone.html">x</a> <a href="b/there.html#nowhere">x</a> <a href="#nothing">x</a>
<script src="gone.js"></script>
<a href="b/there.html?v=1">x</a>
"""


def test_what_leads_nowhere_is_told_with_its_page(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a b.png").touch()
    (tmp_path / "here.html").write_text(HERE)
    for name in ("there.html", "index.html"):
        (tmp_path / "b" / name).write_text('<h1 id="place">There</h1><a href="../here.html">x</a>')
    assert dead_links(tmp_path) == [
        "here.html: gone.html",
        "here.html: b/there.html#nowhere",
        "here.html: #nothing",
        "here.html: gone.js",
    ]


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
        event = observed_method(event_name(member)) if is_observed(member) else None
        if event and event.effect in {Effect.DRAWS, Effect.PRINTS}:
            drawing.add(way)
    assert drawing - SNIPPETS.keys() == set()
    assert SNIPPETS.keys() - {way for way, _ in EVERY} == set()


def colors_of(snippet: Snippet) -> int:
    """How many colors the picture of a snippet has."""
    left, top, width, height = snippet.view
    shown = pillow_image(machine_after(snippet.code).picture())
    return len(shown.crop((left, top, left + width, top + height)).getcolors() or [])


@pytest.mark.slow
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
    assert len(interface.CODE.findall(RECIPES)) == 11
    text, pictures = interface.illustrated(RECIPES)
    assert (len(pictures), text.count("{.dots}")) == (8, 8)


def test_the_names_of_words_are_words() -> None:
    named = {word for words in EXTRA_WORDS.values() for word in words.split()}
    assert named - all_words().keys() == STATEMENTS
    assert EXTRA_WORDS.keys() - {way for way, _ in EVERY} == set()


def test_the_values_of_a_part_are_shown() -> None:
    pages = interface.pages()
    assert "| `A` | 16 |" in pages["interface/input.md"]
    assert "- `scales`: (across, down): the factors of width and height." in pages["interface/sprites.md"]


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


FAULTS = "# One\n\n[a](two.md#gone) [b](three.md)\n\n![c](four.png)\n\n[d](two.md#there) [e](#one)\n"


@pytest.mark.slow  # it needs pip install -e '.[site]'
def test_faults_are_told_with_page_and_line(tmp_path: Path) -> None:
    from tests.tools.website.building import call_sphinx, written

    source, out = tmp_path / "source", tmp_path / "out"
    pages = {"index.md": FAULTS + "\n```{toctree}\ntwo\n```\n", "two.md": "# There\n", "five.md": "# Five\n"}
    written(pages, {}, source)
    assert sorted(call_sphinx(source, out).splitlines()) == [
        "docs/five.md: WARNING: document isn't included in any toctree [toc.not_included]",
        "docs/index.md:3: WARNING: 'myst' cross-reference target not found: 'three.md' [myst.xref_missing]",
        "docs/index.md:3: WARNING: local id not found in doc 'two': 'gone' [myst.xref_missing]",
        "docs/index.md:5: WARNING: image file not readable: four.png [image.not_readable]",
    ]
