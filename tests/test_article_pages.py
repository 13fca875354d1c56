"""docs/articles: a page for each article, whose quoted lines, printed output and counts are true."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from retromaze.catalogue import CATALOGUE, SHORT_TITLES
from retromaze.cli import main
from retromaze.commands.lesson import article_pages
from tests.amounts import fewer

ROOT = Path(__file__).parents[1]
PAGES = {name: path.read_text("utf-8") for name, path in article_pages().items()}
HEADING = re.compile(r"^## (\d+)\. (.*)$", re.M)
ROW = re.compile(r"^\| (\d+)\. (.*?) \| (exact|argued|missing) \|$", re.M)
QUOTE = re.compile(r"^([\w/]+\.(bas|py)) +(\d+)  (.*)$", re.M)
RUN = re.compile(r"^```sh\n([^\n]*)\n```\n\n```text\n(.*?)^```$", re.M | re.S)
CUT = "…\n"
"""A line of this stands for lines of the output that are left out."""
RUNS = [found for page in PAGES.values() for found in RUN.findall(page) if not QUOTE.match(found[1])]
"""Each command and the output below it."""


def test_each_article_has_a_page_that_the_list_names() -> None:
    articles = [CATALOGUE[name].origin.article for name in PAGES]
    assert articles == [each for each in SHORT_TITLES if each in articles]
    index = (ROOT / "docs" / "articles.md").read_text("utf-8")
    named = re.findall(r"^\d\. \[.*\]\(articles/(\w+)\.md\).*?: (\d+ paragraphs.*)$", index, re.M)
    assert named == [(name, page.splitlines()[-1]) for name, page in PAGES.items()]


@pytest.mark.parametrize("name", PAGES)
def test_each_paragraph_has_its_row_and_the_rows_are_counted(name: str) -> None:
    rows = ROW.findall(PAGES[name])
    assert [row[:2] for row in rows] == HEADING.findall(PAGES[name])
    assert [int(row[0]) for row in rows] == list(range(1, len(rows) + 1))
    verdicts = [row[2] for row in rows]
    counts = ", ".join(f"{verdicts.count(each)} {each}" for each in ("exact", "argued", "missing"))
    assert PAGES[name].splitlines()[-1] == f"{len(rows)} paragraphs: {counts}."


@pytest.mark.parametrize("name", PAGES)
def test_the_lines_that_a_page_quotes_are_there(name: str) -> None:
    folders = {"bas": ROOT / "programs", "py": ROOT / "retromaze" / "ports"}
    wrong = []
    for file, kind, number, text in QUOTE.findall(PAGES[name]):
        lines = (folders[kind] / file).read_text("utf-8").splitlines()
        if lines[int(number) - 1].strip() != text:
            wrong.append((file, number, lines[int(number) - 1].strip()))
    assert wrong == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the pages are written for a shell")
@pytest.mark.parametrize("run", fewer(RUNS[3:5], RUNS))
def test_a_command_prints_what_the_page_shows(run: tuple[str, str]) -> None:
    command, output = run
    tools = os.path.dirname(sys.executable)
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        env={
            **os.environ,
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "PYTHONUTF8": "1",
            "LANGUAGE": "en",
            "COLUMNS": "100",
        },
    )
    printed = "\n".join(line.rstrip() for line in done.stdout.splitlines()) + "\n"
    assert [part for part in output.split(CUT) if part not in printed] == [], printed


def test_the_command_lists_the_pages_and_prints_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "--article"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed[::2]] == list(PAGES)
    assert [line.strip() for line in listed[1::2]] == [page.splitlines()[-1] for page in PAGES.values()]
    assert main(["lesson", "--article", "backtracker"]) == 0
    printed = capsys.readouterr().out
    assert [title for _, title in HEADING.findall(PAGES["backtracker"]) if title not in printed] == []
    assert main(["lesson", "--article", "nothing"]) == 2
    message = f"retromaze: no article has the name 'nothing'; there are {', '.join(PAGES)}\n"
    assert capsys.readouterr().err == message
