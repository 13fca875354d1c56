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
COMMANDS = (
    BARE
    + """
import contextlib, io, json
from retromaze.cli import main
told = {}
for command in sys.argv[1:]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(command.split())
    told[command] = (status, out.getvalue(), err.getvalue())
print(json.dumps(told))
"""
)
LACKING = {
    "run hello.bas --headless --screenshot a.png": "PIL, which is not installed: pip install pillow",
    "run hello.bas --headless --gif a.gif": "PIL, which is not installed: pip install pillow",
    "run hello.bas --headless --wav a.wav": "numpy, which is not installed: pip install numpy",
    "run hello.bas --headless --watch": "watchfiles, which is not installed: pip install watchfiles",
    "list": "rich, which is not installed: pip install rich",
    "check backtracker --seeds 1": "rich, which is not installed: pip install rich",
    "show backtracker": "rich, which is not installed: pip install rich",
    "studio backtracker": "websockets, which is not installed: pip install websockets",
    "debug hello.bas --seed 1 --wait": ("debugpy, which is not installed: pip install 'retromaze[debug]'"),
    "lsp": "lsprotocol, which is not installed: pip install 'retromaze[lsp]'",
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's cache folder, empty at first: the first process makes the parse tables."""
    return tmp_path_factory.mktemp("cache")


def bare(code: str, folder: Path, cache: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs Python where none of the packages but lark can be imported."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(cache), "LANGUAGE": "en"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_each_package_that_we_want_is_one_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = {re.split(r"[>=<; ]", each)[0] for each in project["dependencies"]}
    wanted = {each.strip("'") for each in WANTED.values()}
    extras = {each for each in wanted if "[" in each}
    assert wanted - extras == named
    assert {f"retromaze[{each}]" for each in project["optional-dependencies"]} >= extras


def test_lark_alone_runs_a_listing_without_a_window(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO":SAVE "TXT:A","B"\n')
    code = f"import os\nos.environ['DISPLAY'] = ':0'\n{COMMAND}"
    ran = bare(code, tmp_path, cache, "run", "hello.bas", "--seed", "1", "--storage", ".")
    assert (ran.returncode, ran.stdout) == (0, "HELLO\n")
    assert ran.stderr == (
        "retromaze: no window: pygame is not installed; pip install pygame-ce; running headless\n"
    )
    assert (tmp_path / "DEFAULT" / "TXT" / "A").read_text() == "B"


def test_lark_alone_is_enough_in_python(tmp_path: Path, cache: Path) -> None:
    code = f"""{BARE}
import retromaze
from retromaze.ports import backtracker_maze
from retromaze.testing import assert_same
result = retromaze.run('GPSET 399,239,#RED:PRINT "HELLO"', seed=1)
print(result.text, f"{{result.pixels[-1]:X}}", retromaze.compare("sticks", seed=1))
assert_same("sticks", seeds=[2])
"""
    ran = bare(code, tmp_path, cache)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "HELLO FFFF0000 None\n", "")


def test_lark_alone_proves_a_pair_and_other_commands_name_the_package_that_they_lack(
    tmp_path: Path, cache: Path
) -> None:
    (tmp_path / "hello.bas").write_text('PRINT "HELLO"\n')
    check = "check sticks --seeds 1 --sizes size=5 --json"
    ran = bare(COMMANDS, tmp_path, cache, *LACKING, check)
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout)
    status, out, _ = told.pop(check)
    assert (status, [(pair["pair"], pair["events"]) for pair in json.loads(out)]) == (0, [("sticks", 100)])
    assert told == {
        command: [2, "", f"retromaze: this needs the module {lacking}\n"]
        for command, lacking in LACKING.items()
    }


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
