"""What an installation carries, and what the package index shows of it."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email import message_from_bytes
from email.message import Message
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
import yaml
from readme_renderer import markdown

import retromaze.ports
import retromaze.testing
from retromaze.ports.articles import console_game, digging, wall_extension

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "retromaze"
PAGE = "retromaze/studio/page/"
EDITORS = "retromaze/editors/"
# what a page of the index leads to: another one's file, or a place in itself
ADDRESS = re.compile(r"https://[^ ]+|#[^ ]+")
# wherever the owner of the repository is named
OWNER = re.compile(
    r"github\.com/([\w-]+)/retromaze\b|\b([\w-]+)\.github\.io/retromaze\b|uses: ([\w-]+)/retromaze[/@]"
)


def settings() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


VERSION = retromaze.__version__
INFO = f"retromaze-{VERSION}.dist-info"


def tracked(*paths: str) -> list[str]:
    """The files of the repository below these paths, also those that are not committed yet."""
    # CI's container belongs to another user than its files, which git does not trust without a word
    listed = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others"]
    found = subprocess.run(
        [*listed, "--exclude-standard", *paths],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return [name for name in found.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZipFile]:
    """The wheel, built of this clone."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    with ZipFile(next(folder.iterdir())) as archive:
        yield archive


@pytest.fixture(scope="module")
def metadata(wheel: ZipFile) -> Message:
    """What the wheel says of itself."""
    return message_from_bytes(wheel.read(f"{INFO}/METADATA"))


@pytest.mark.slow
def test_the_wheel_holds_the_package_the_listings_and_articles_but_not_what_other_files_are_made_of(
    wheel: ZipFile,
) -> None:
    package = {
        name
        for name in tracked("retromaze")
        if not name.endswith(".po")
        and not name.startswith(EDITORS)
        and (not name.startswith(PAGE) or name.startswith(f"{PAGE}built/"))
    }
    listings = {f"retromaze/{name}" for name in tracked("programs")}
    articles = {name.replace("docs/", "retromaze/", 1) for name in tracked("docs/articles")}
    glossaries = {"retromaze/glossary.md", "retromaze/glossary.ja.md"}
    found = {name for name in wheel.namelist() if not name.startswith(f"{INFO}/")}
    assert found == package | listings | articles | glossaries
    assert {Path(name).suffix for name in listings} == {".bas", ".md", ".py", ".txt"}


@pytest.mark.slow
def test_each_license_that_the_package_names_has_its_file(wheel: ZipFile, metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT AND LicenseRef-Misaki AND LicenseRef-Published-Listing"
    licenses = {
        name: wheel.read(f"{INFO}/licenses/{name}").decode("utf-8").splitlines()[0]
        for name in metadata.get_all("License-File", [])
    }
    assert licenses == {
        "LICENSE": "MIT License",
        "programs/backtracker.LICENSE.txt": "backtracker.bas: a listing as an article published it",
        "retromaze/machine/misaki.LICENSE.txt": "misaki.bin: the glyphs of retromaze's console",
    }


class Links(HTMLParser):
    """The addresses and the places of a page, and the texts of its blocks of code."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.places: set[str] = set()
        self.code: list[str] = []
        self._in_code = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in {"href", "src", "srcset"}:
                self.addresses.append(value or "")
            elif name == "id":
                self.places.add(f"#{value}")
        if tag == "pre":
            self._in_code = True
            self.code.append("")

    def handle_endtag(self, tag: str) -> None:
        self._in_code = self._in_code and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self._in_code:
            self.code[-1] += data


def shown(text: str) -> Links:
    """What the index's page of this text holds."""
    html = markdown.render(text)
    assert html
    return Links(html)


@pytest.mark.slow
def test_no_relative_link_or_picture_is_left_on_the_page_of_the_index(metadata: Message) -> None:
    assert metadata["Description-Content-Type"] == "text/markdown"
    text = metadata.get_payload(decode=True)
    assert isinstance(text, bytes)
    readme = shown((ROOT / "README.md").read_text("utf-8"))
    page = shown(text.decode("utf-8"))
    assert [each for each in page.addresses if not ADDRESS.fullmatch(each)] == []
    assert [each for each in page.addresses if each.startswith("#") and each not in page.places] == []
    # who reads it has no clone
    assert page.code == [
        each.replace("pip install .", "pip install retromaze")
        for each in readme.code
        if "pip install -e" not in each
    ]
    assert "pip install retromaze" in page.code[0]
    # each is that file of this version, a picture as itself
    files = f"{settings()['project']['urls']['Repository']}/"
    kinds = (f"{files}raw/v{VERSION}/", f"{files}blob/v{VERSION}/")
    relative = [each.removeprefix(kind) for each in page.addresses for kind in kinds if each.startswith(kind)]
    assert relative == [each for each in readme.addresses if not ADDRESS.fullmatch(each)]
    assert {Path(each).suffix for each in page.addresses if each.startswith(kinds[0])} <= {".gif", ".png"}
    assert not any(each.endswith((".gif", ".png")) for each in page.addresses if each.startswith(kinds[1]))


@pytest.mark.slow
def test_one_address_of_the_repository_is_named_everywhere() -> None:
    repository, *others = settings()["project"]["urls"].values()
    assert [each for each in others if not each.startswith(f"{repository}/")] == []
    owner = repository.split("/")[-2]
    texts = (".md", ".toml", ".yml", ".json", ".py", ".cff", ".ipynb", ".html")
    strangers = [
        (name, found[0])
        for name in tracked()
        if name.endswith(texts)
        for found in OWNER.finditer((ROOT / name).read_text("utf-8"))
        if owner not in found.groups()
    ]
    assert strangers == []


def test_the_page_names_what_a_module_offers() -> None:
    """What `__all__` lists is public, and docs/python.md says so."""
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    rows = re.findall(r"^\| `(retromaze[\w.]*)` \| (.*) \|$", page, re.MULTILINE)
    named = [(module, re.findall(r"`(\w+)`", row)) for module, row in rows]
    modules = (retromaze, retromaze.ports, retromaze.testing, console_game, digging, wall_extension)
    assert {
        module.__name__: [names for name, names in named if name == module.__name__] for module in modules
    } == {module.__name__: [sorted(module.__all__)] for module in modules}


def test_a_release_is_made_by_hand_of_what_ci_checks() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    assert workflow[True] == {"workflow_dispatch": None}  # YAML reads `on` as a truth value
    build, publish = workflow["jobs"]["build"], workflow["jobs"]["publish"]
    assert workflow["permissions"] == {"contents": "read"}
    assert (publish["needs"], publish["permissions"]) == ("build", {"id-token": "write"})
    made = ".ci/package dist"
    assert made in [step.get("run") for step in build["steps"]]
    assert '.ci/package "$work/dist"' in (ROOT / ".ci/run").read_text("utf-8")
    assert f"\n## {VERSION}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="the script is for bash")
def test_a_release_is_made_on_the_tag_of_the_version_alone() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
    steps = workflow["jobs"]["build"]["steps"]
    (script,) = [step["run"] for step in steps if step.get("name") == "The tag names the version"]
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    found, command = {}, ["bash", "-e", "-c", script]
    for ref in (f"refs/tags/v{VERSION}", "refs/heads/main"):
        environment = os.environ | {"PATH": path, "GITHUB_REF": ref}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        found[ref] = (done.returncode, done.stderr)
    assert found == {f"refs/tags/v{VERSION}": (0, ""), "refs/heads/main": (1, "")}


def test_a_browser_is_asked_for_nothing_but_lark() -> None:
    wanted = [
        each for each in settings()["project"]["dependencies"] if "sys_platform != 'emscripten'" not in each
    ]
    assert wanted == ["lark>=1.1.9,<2"]


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").is_file()] == []


def test_no_data_file_is_ignored_by_git_and_so_left_out_of_the_wheel() -> None:
    files = [
        str(path)
        for path in PACKAGE.rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and {"__pycache__", "node_modules"}.isdisjoint(path.parts)
    ]
    assert {
        PACKAGE / "language" / "grammar.lark",
        *(PACKAGE / "locale" / "ja" / "LC_MESSAGES" / f"retromaze.{kind}" for kind in ("po", "mo")),
    } <= set(map(Path, files))
    ignored = subprocess.run(
        ["git", "check-ignore", *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ignored.stdout == ""
