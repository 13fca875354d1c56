"""docs/lessons: the lessons of our programs as pages, with the screens of their moments."""

import os
import re
from pathlib import Path

import pytest
from PIL import Image

from retromaze.catalogue_entry import programs_folder
from retromaze.cli import main
from retromaze.commands.lesson import our_lessons
from retromaze.lessons.lesson_reading import reading_order_of
from tests.amounts import fewer

DOCS = Path(__file__).parents[1] / "docs"
NAMES = sorted(path.name.partition(".")[0] for path in programs_folder().glob("*.lesson.md"))


def test_every_lesson_has_its_page_and_is_named_in_its_place() -> None:
    assert sorted(path.stem for path in (DOCS / "lessons").glob("*.md")) == NAMES
    page = (DOCS / "lessons.md").read_text("utf-8")
    assert re.findall(r"^\d+\. .*\(lessons/(\w+)\.md\)", page, re.M) == reading_order_of(our_lessons())


@pytest.mark.slow
@pytest.mark.parametrize("name", fewer(["binary_tree"], NAMES))
def test_a_page_is_as_it_is_written(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change: LANGUAGE=en retromaze lesson NAME --page docs/lessons."""
    monkeypatch.setenv("LANGUAGE", "en")
    assert main(["lesson", name, "--page", str(tmp_path)]) == 0
    kept = DOCS / "lessons"
    # what a page links to lies elsewhere when seen from here
    to_repository = Path(os.path.relpath(DOCS.parent, tmp_path.resolve())).as_posix()
    made_page = (tmp_path / f"{name}.md").read_text("utf-8")
    for seen, kept_as in ((f"{to_repository}/docs/", "../"), (f"{to_repository}/", "../../")):
        made_page = made_page.replace(f"]({seen}", f"]({kept_as}")
    assert made_page == (kept / f"{name}.md").read_text("utf-8")
    pictures = sorted(path.name for path in kept.glob(f"{name}-*.png"))
    assert sorted(path.name for path in tmp_path.glob("*.png")) == pictures
    diagrams = sorted(path.name for path in kept.glob(f"{name}-*.svg"))
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == diagrams
    for each in diagrams:
        assert (tmp_path / each).read_text("utf-8") == (kept / each).read_text("utf-8"), each
    for each in pictures:
        with Image.open(tmp_path / each) as made, Image.open(kept / each) as there:
            assert made.tobytes() == there.tobytes(), each
