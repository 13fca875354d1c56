"""Links of pages lead somewhere, files and keys that pages name are there, and CI runs `.ci/run`."""

import re
import shlex
import tomllib
from pathlib import Path

from retromaze.display.window_keys import Action

ROOT = Path(__file__).resolve().parent.parent
NAMING_FILES = ("architecture.md", "CONTRIBUTING.md", "platforms.md")
PAGES = sorted(path.relative_to(ROOT) for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
# a path in backticks: with a slash, or the name of a file
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|md|lark|bas|ts|html|css|po|yml)))`")
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)")
ROOMS = ("retromaze", "", "docs", "retromaze/comparison", "retromaze/language")


def page(name: str) -> str:
    """The text of a page of docs/."""
    return (ROOT / "docs" / name).read_text("utf-8")


def anchors(text: str) -> set[str]:
    """The names under which the headings of a page can be linked to."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def test_the_files_that_a_page_names_are_there() -> None:
    named = {(name, each) for name in NAMING_FILES for each in PATH.findall(page(name))}
    assert min(sum(name == each for each, _ in named) for name in NAMING_FILES) > 3
    lacking = {each for each in named if not any((ROOT / room / each[1]).exists() for room in ROOMS)}
    assert lacking == set()


def test_the_picture_names_files_that_are_there() -> None:
    picture = page("architecture.md").split("```")[1]
    named = re.findall(r"\w+/\w+\.py", picture)
    assert len(named) > 5
    assert [each for each in named if not (ROOT / "retromaze" / each).exists()] == []


def leads_somewhere(page_path: Path, path: str, anchor: str) -> bool:
    """Whether a page's link leads to a file that is there, and to a heading in it."""
    target = (ROOT / page_path).parent / path if path else ROOT / page_path
    return target.exists() and (not anchor or anchor in anchors(target.read_text("utf-8")))


def test_the_links_of_pages_lead_somewhere() -> None:
    links = [(each, *link) for each in PAGES for link in LINK.findall((ROOT / each).read_text("utf-8"))]
    assert len(links) > 100
    assert [each for each in links if not leads_somewhere(*each)] == []


def test_the_workflow_runs_the_check_with_every_python_that_is_supported() -> None:
    workflow = (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    found = re.search(r"python: \[(.*)\]", workflow)
    assert found
    versions = re.findall(r"\d+\.\d+", found[1])
    assert versions == re.findall(r"python(3\.\d+)", (ROOT / ".ci/run").read_text("utf-8"))[: len(versions)]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert settings["project"]["requires-python"] == f">={versions[0]}"
    assert re.findall(r"- run: (.*)", workflow) == [".ci/run"]


def test_the_tests_that_ci_names_are_there() -> None:
    named = re.findall(r"\btests/[\w/]+(?:\.py)?", (ROOT / ".ci/run").read_text("utf-8"))
    assert len(named) > 10
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_the_hooks_run_what_the_environment_of_a_clone_has() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    tools = [Path(shlex.split(entry)[0]) for entry in re.findall(r"entry: (.*)", hooks)]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    installed = {re.split(r"\W", each)[0] for each in settings["project"]["optional-dependencies"]["test"]}
    assert {tool.parent for tool in tools} == {Path(".venv/bin")}
    assert {tool.name for tool in tools} == {"ruff", "mypy"} <= installed


def test_everybody_builds_the_website_by_the_same_command() -> None:
    workflow = (ROOT / ".github/workflows/site.yml").read_text("utf-8")
    steps = re.findall(r"- run: python (.*)", workflow)
    assert steps == ['-m pip install -e ".[site]"', "-m tests.tools.website website"]
    assert re.findall(r"path: (.*)", workflow) == ["website"]
    assert all(step in page("CONTRIBUTING.md").replace("bin/pip", "bin/python -m pip") for step in steps)
    assert "-m tests.tools.website " in (ROOT / ".ci/run").read_text("utf-8")
    assert "/website/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_the_page_of_the_window_has_every_key_that_f1_lists() -> None:
    text = page("window.md").replace("&nbsp;", " ")
    assert [each for action in Action for each in action.shown.split("  ") if each.strip() not in text] == []
