"""The pages of the website: all of docs/, each named once, with links that lead somewhere."""

from __future__ import annotations

import re

from docs.website import pages
from docs.website.lessons import with_studio

TEXT = """\
[how](../README.md#start) and [changes](../CHANGELOG.md), [a page](pairs.md#once), [here](#here),
[outside](https://example.org/a.md), ![picture](flight.gif),
[listing](../programs/backtracker.bas),
[room](../retromaze/machine), [nothing](nowhere.md)
```sh
[as it is](../README.md)
```
[one](lessons/sticks.md) [other](reference/machine.md#3-4)
"""
LINKED = """\
[how](index.md#start) and [changes](changelog.md), [a page](pairs.md#once), [here](#here),
[outside](https://example.org/a.md), ![picture](flight.gif),
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
    first = pages.with_links("README.md", "![a](docs/flight.gif) [b](docs/lessons.md#own)", known)
    assert first == "![a](flight.gif) [b](lessons.md#own)"


def test_every_page_stands_in_one_table_of_contents() -> None:
    made = pages.gathered({"interface/screen.md": "# Screen\n"})
    named = [name for text in made.values() for name in re.findall(r"^/(\S+)$", text, re.M)]
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
