"""Every section of the two references that docstrings, comments and pages cite is there to be opened."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
REFERENCES = ROOT / "docs/reference"
BOOKS = ("language", "machine")
NUMBER = r"\d+(?:\.\d+)*"
NUMBERS = rf"{NUMBER}(?:(?:, (?:and )?| and ){NUMBER})*"
# "reference of the machine, 8.2", "language reference, sections 1.5 and 2.8", with or without a link
CITATION = re.compile(
    rf"(?:(?P<before>\w+) reference|reference of the (?P<after>\w+)|reference)"
    rf"(?:\]\([^)]*\))?,? (?:sections? )?(?P<numbers>{NUMBERS})\b",
    re.IGNORECASE,
)
SUFFIXES = {".py", ".lark", ".md", ".ts", ".bas", ".toml"}
HEADING = re.compile(rf"^##+ ({NUMBER})\.? ", re.MULTILINE)
ROW = re.compile(r"^\| (\d+) \|", re.MULTILINE)


def page(book: str) -> str:
    """The text of a reference."""
    return (REFERENCES / f"{book}.md").read_text("utf-8")


def sections(text: str) -> Iterator[str]:
    """The numbers of a page's sections; of what is not settled each row has one: 11.19 is row 19 of 11."""
    for chapter in text.split("\n## ")[1:]:
        numbers = HEADING.findall(f"## {chapter}")
        yield from numbers
        if "Not settled" in chapter.partition("\n")[0]:
            yield from (f"{numbers[0]}.{row}" for row in ROW.findall(chapter))


SECTIONS = {book: set(sections(page(book))) for book in BOOKS}


def citations(text: str) -> Iterator[tuple[str, str]]:
    """The sections that a text cites, each with its book; a citation may go on in the next line."""
    if "reference" not in text.lower():
        return
    for found in CITATION.finditer(re.sub(r"\s*\n\s*(?:#|//|\*)?\s*", " ", text)):
        for number in re.findall(NUMBER, found["numbers"]):
            yield (found["before"] or found["after"] or "").lower(), number


def not_found(text: str) -> list[tuple[str, str]]:
    """The citations of a text that lead nowhere."""
    return [(book, number) for book, number in citations(text) if number not in SECTIONS.get(book, ())]


def files() -> list[Path]:
    """The files of the project that may cite."""
    roots = [ROOT / name for name in ("retromaze", "tests", "docs", "programs")]
    return [
        *(path for path in ROOT.iterdir() if path.suffix in SUFFIXES),
        *(
            path
            for root in roots
            for path in sorted(root.rglob("*"))
            if path.suffix in SUFFIXES
            and path != Path(__file__).resolve()
            and "node_modules" not in path.parts
        ),
    ]


def test_every_section_that_is_cited_is_there() -> None:
    wrong = {
        str(path.relative_to(ROOT)): found
        for path in files()
        if (found := not_found(path.read_text("utf-8", errors="replace")))
    }
    assert wrong == {}


@pytest.mark.slow
def test_docstrings_cite_both_references() -> None:
    cited = {
        citation
        for path in (ROOT / "retromaze").rglob("*.py")
        for citation in citations(path.read_text("utf-8"))
    }
    assert {book for book, _ in cited} == set(BOOKS)
    assert len(cited) > 50


def test_a_citation_without_a_section_is_noticed() -> None:
    wrong: dict[str, list[tuple[str, str]]] = {
        "Source: reference of the machine, 8.2.": [],
        "Source: machine reference, section 3.9. Unverified: all.": [],
        "sections of the language reference, sections 1.5, 2.8 and 4.11.": [],
        "see the [reference of the language](language.md), 0.2": [],
        "# as it is told (reference of the\n    # machine, 8.2)": [],
        "Source: reference of the machine, 8.3.": [("machine", "8.3")],
        "Source: language reference,\n    section 7.4; machine reference, 13": [
            ("language", "7.4"),
            ("machine", "13"),
        ],
        "language reference, sections 1.5, 2.11 and 99.": [("language", "2.11"), ("language", "99")],
        "fit on the console (reference, 2.7)": [("", "2.7")],
        "as our reference, 2.7, says": [("our", "2.7")],
        "makes an instrument; the reference is the key, 69 if missing": [],
    }
    assert {text: not_found(text) for text in wrong} == wrong


def test_a_reference_names_its_own_sections() -> None:
    for book in BOOKS:
        own = re.findall(rf"\b(?:section|see) ({NUMBER})", page(book))
        assert [number for number in own if number not in SECTIONS[book]] == []
        assert len(own) > 5
