"""Which programs are compared: the catalogue's pairs, and anybody's."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import retromaze
from retromaze.catalogue import CATALOGUE
from retromaze.errors import UsageError
from retromaze.machine.machine import Machine
from retromaze.testing import assert_same
from tests.refusals import message_of


def test_whoever_compares_nothing_does_not_wait_for_it_to_be_imported() -> None:
    found = "[name for name in sys.modules if name.startswith('retromaze.comparison')]"
    code = f"import sys, retromaze; print({found})"
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )


def test_compare_refuses_arguments_of_a_wrong_kind() -> None:
    wrong: dict[str, Any] = {
        "a program is a text, a path or a function, not bytes": {"port": b"CLS"},
        "a program is a text, a path or a function, not list": {"listing": ["CLS"]},
        "answers are a list of lines: ['YES']": {"answers": "YES"},
        "frames=0: programs are compared for 1 frame or more": {"frames": 0},
        "'A' is not a valid Buttons": {"press": {60: "A"}},
    }
    told = {
        message_of(Exception, retromaze.compare, **{"listing": "CLS", "port": "CLS"} | arguments): arguments
        for arguments in wrong.values()
    }
    assert told == wrong
    message = message_of(ValueError, assert_same, "CLS", "CLS", patience=0)
    assert message == "patience=0: a port is given some seconds"


def test_a_listing_alone_has_the_port_beside_it(here: Path) -> None:
    Path("m.bas").write_text('?"A"\n')
    with pytest.raises(
        UsageError, match=r"^m\.bas needs its port: name it after the listing, or call it m\.py$"
    ):
        retromaze.compare("m.bas")
    Path("m.py").write_text("def main(machine): machine.console.print('B')\n")
    for listing in ("m.bas", Path("m.bas")):
        difference = retromaze.compare(listing)
        assert difference and difference.port.file == "m.py"
    with pytest.raises(AssertionError, match="m is not the same in its port"):
        assert_same("m.bas")


def test_a_text_of_one_line_may_be_longer_than_any_name() -> None:
    text = "A" * 300
    assert retromaze.compare(f'?"{text}"', lambda machine: machine.console.print(text)) is None


def sized(machine: Machine, *, width: int = 3) -> None:
    machine.console.print("A" * width)


SIZED = 'WIDTH=3\n?"A"*WIDTH\n'


def test_compare_takes_any_listing_and_any_port(tmp_path: Path) -> None:
    listing, port = tmp_path / "maze.bas", tmp_path / "maze.py"
    listing.write_bytes(b"\xef\xbb\xbf" + SIZED.replace("\n", "\r\n").encode())
    port.write_text('def main(machine, *, width=3):\n    machine.console.print("A" * width)\n')
    for one in (SIZED, listing, str(listing)):
        for other in (sized, port, str(port), f"{port}:main"):
            assert retromaze.compare(one, other, seed=5, width=20) is None
    assert retromaze.compare(SIZED, sized) is None
    found = retromaze.compare(listing, lambda machine: machine.console.print("B"), seed=4)
    assert found is not None
    assert (found.name, found.seed, found.listing.file) == ("maze", 4, str(listing))


def test_compare_says_what_is_wrong_with_a_pair() -> None:
    refused: dict[tuple[Any, ...], str] = {
        ("maze",): f"no program is called 'maze'; there are {', '.join(CATALOGUE)}",
        ("none.bas",): "none.bas does not exist",
        ("none.bas", sized): "none.bas does not exist",
        ("CLS\n",): "a listing's text needs a port: a function, or where one is written",
    }
    assert {given: message_of(UsageError, retromaze.compare, *given) for given in refused} == refused
    assert message_of(UsageError, retromaze.compare, "kruskal", width=99) == (
        "width must be from 1 to 12, not 99"
    )
    assert message_of(UsageError, retromaze.compare, SIZED, sized, height=3) == (
        "listing.bas sets no HEIGHT to a constant at its top; it sets WIDTH"
    )
    with pytest.raises(UsageError, match=r"[Ii]s a directory"):
        retromaze.compare(Path(__file__).parent, sized)
