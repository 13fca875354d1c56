"""The techniques of docs/techniques.md: small, equal to their Python, and measured as the page says."""

import re
from pathlib import Path

import pytest

from retromaze.engine.computer import Computer
from retromaze.errors import BasicError
from retromaze.machine.machine import CONSOLE_BUDGET, Machine
from retromaze.runner import run_source
from retromaze.study.console_costs import array_bytes
from retromaze.testing import assert_same
from tests.amounts import one_in

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "programs" / "techniques"
PAGE = (ROOT / "docs" / "techniques.md").read_text(encoding="utf-8")
SECTIONS = {
    name: section for section in PAGE.split("\n## ")[1:] for name in re.findall(r"\[(\w+)\.bas\]", section)
}
PARTS = 100
"""Parts of a frame that are told apart."""


def measured(source: str) -> tuple[float, int, str, BasicError | None]:
    """Frames, the most bytes of arrays at the end of such a part, the text on the screen, and the error."""
    machine = Machine(seed=1, budget=CONSOLE_BUDGET // PARTS)
    computers: list[Computer] = []
    most = 0

    def look(_machine: Machine | None = None) -> None:
        nonlocal most
        most = max(most, sum(map(array_bytes, computers[0].memory.arrays)))

    machine.on_frame = look
    error = run_source(source, machine, follow=computers.append)
    look()
    return machine.frame / PARTS, most, machine.console.text(), error


def test_each_listing_has_a_section_and_a_port() -> None:
    names = sorted(path.stem for path in FOLDER.glob("*.bas"))
    assert names == sorted(SECTIONS) == sorted(path.stem for path in FOLDER.glob("*.py"))
    assert len(names) == 21


@pytest.mark.parametrize("name", one_in(4, list(SECTIONS)))
def test_it_is_short_and_equal_to_its_python(name: str) -> None:
    listing = FOLDER / f"{name}.bas"
    assert len(listing.read_text(encoding="utf-8").splitlines()) <= 30
    assert_same(listing, FOLDER / f"{name}.py")


@pytest.mark.slow
@pytest.mark.parametrize("name", SECTIONS)
def test_its_figures_are_measured_beside_the_plain_way(name: str) -> None:
    frames, most, text, error = measured((FOLDER / f"{name}.bas").read_text(encoding="utf-8"))
    rows = [f"| this way | {frames:.2f} | {most:,} |"]
    for plain in re.findall(r"```smilebasic\n(.*?)```", SECTIONS[name], re.DOTALL):
        frames, most, its_text, its_error = measured(plain)
        told = f"stops: {its_error.message}" if its_error else f"{frames:.2f}"
        rows.append(f"| the plain way | {told} | {most:,} |")
        assert its_error or its_text == text
    assert error is None
    assert re.findall(r"\| th.*", SECTIONS[name]) in ([], rows)


def test_the_japanese_page_has_the_same_listings_and_figures() -> None:
    page = (ROOT / "docs" / "techniques.ja.md").read_text(encoding="utf-8")
    common = re.compile(r"\[\w+\.bas\]|\d[\d,.]* \|")
    assert common.findall(page) == common.findall(PAGE)
