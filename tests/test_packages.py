"""What works where lark alone is installed, and what is said of the rest."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from retromaze.packages import WANTED, not_imported, require

ROOT = Path(__file__).resolve().parent.parent
BARE = """
import sys
from retromaze.packages import WANTED
sys.modules.update(dict.fromkeys(WANTED.keys() - {"lark"}))
"""
COMMAND = BARE + "from retromaze.cli import main\nsys.exit(main(sys.argv[1:]))"


def bare(code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where none of the packages but lark can be imported, and no parse tables are kept."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "LANGUAGE": "en",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_each_package_that_we_want_is_one_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[>=<; ]", each)[0] for each in project["dependencies"]}
    wanted = {each.strip("'") for each in WANTED.values()}
    extras = {each for each in wanted if "[" in each}
    assert wanted - extras == named
    assert {f"retromaze[{each}]" for each in project["optional-dependencies"]} >= extras


def test_lark_alone_runs_a_listing(tmp_path: Path) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO":SAVE "TXT:A","B"\n')
    ran = bare(COMMAND, tmp_path, "run", "hello.bas", "--headless", "--seed", "1", "--storage", ".")
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "HELLO\n", "")
    assert (tmp_path / "DEFAULT" / "TXT" / "A").read_text() == "B"


def test_lark_alone_proves_a_pair_for_another_program(tmp_path: Path) -> None:
    ran = bare(COMMAND, tmp_path, "check", "sticks", "--seeds", "1", "--sizes", "size=5", "--json")
    assert ran.returncode == 0
    assert [(pair["pair"], pair["events"]) for pair in json.loads(ran.stdout)] == [("sticks", 100)]


def test_lark_alone_is_enough_in_python(tmp_path: Path) -> None:
    code = f"""{BARE}
import retromaze
from retromaze.ports import backtracker_maze
from retromaze.testing import assert_same
result = retromaze.run('GPSET 399,239,#RED:PRINT "HELLO"', seed=1)
print(result.text, f"{{result.pixels[-1]:X}}", retromaze.compare("sticks", seed=1))
assert_same("sticks", seeds=[2])
"""
    ran = bare(code, tmp_path)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "HELLO FFFF0000 None\n", "")


@pytest.mark.parametrize(
    ("command", "lacking"),
    [
        ("run hello.bas --headless --screenshot a.png", "PIL, which is not installed: pip install pillow"),
        ("run hello.bas --headless --gif a.gif", "PIL, which is not installed: pip install pillow"),
        ("run hello.bas --headless --wav a.wav", "numpy, which is not installed: pip install numpy"),
        ("run hello.bas --headless --watch", "watchfiles, which is not installed: pip install watchfiles"),
        ("list", "rich, which is not installed: pip install rich"),
        ("check backtracker --seeds 1", "rich, which is not installed: pip install rich"),
        ("gallery a.html", "pygments, which is not installed: pip install pygments"),
        ("studio backtracker", "websockets, which is not installed: pip install websockets"),
        (
            "debug hello.bas --seed 1 --wait",
            "debugpy, which is not installed: pip install 'retromaze[debug]'",
        ),
        ("lsp", "lsprotocol, which is not installed: pip install 'retromaze[lsp]'"),
    ],
)
def test_a_command_that_lacks_a_package_names_it(tmp_path: Path, command: str, lacking: str) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO"\n')
    ran = bare(COMMAND, tmp_path, *command.split())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == f"retromaze: this needs the module {lacking}\n"


def test_without_a_window_s_package_a_run_is_headless(tmp_path: Path) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO"\n')
    code = f"import os\nos.environ['DISPLAY'] = ':0'\n{COMMAND}"
    ran = bare(code, tmp_path, "run", "hello.bas", "--seed", "1")
    assert (ran.returncode, ran.stdout) == (0, "HELLO\n")
    assert ran.stderr == (
        "retromaze: no window: pygame is not installed; pip install pygame-ce; running headless\n"
    )


def test_a_module_that_is_broken_is_not_called_missing() -> None:
    broken = ImportError("libSDL2.so: cannot open shared object file", name="pygame.base")
    assert not_imported("pygame", broken) == f"pygame cannot be imported ({broken})"
    stranger = ModuleNotFoundError("No module named 'sdl'", name="sdl")
    assert not_imported("pygame", stranger) == f"pygame cannot be imported ({stranger})"


def test_what_is_required_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    require("mazelib")
    monkeypatch.setitem(sys.modules, "mazelib", None)
    with pytest.raises(ModuleNotFoundError, match="No module named 'mazelib'"):
        require("mazelib")
