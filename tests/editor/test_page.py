"""What docs/editors.md writes into the settings of editors."""

import re
import tomllib
from pathlib import Path

from retromaze.cli import build_parser

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "editors.md").read_text("utf-8")


def block(language: str) -> str:
    """The first block of code in that language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_every_editor_starts_the_command() -> None:
    helix = tomllib.loads(block("toml"))
    server = helix["language-server"]["retromaze"]
    neovim = re.search(r"cmd = \{ (.*?) \}", block("lua"))
    emacs = re.search(r"\(smilebasic-mode (.*?)\)", block("elisp"))
    assert neovim and emacs
    commands = [
        [server["command"], *server["args"]],
        re.findall(r'"(.*?)"', neovim[1]),
        re.findall(r'"(.*?)"', emacs[1]),
    ]
    assert commands == [["retromaze", "lsp"]] * 3
    assert build_parser(["lsp"]).parse_args(commands[0][1:]).command


def test_helix_knows_the_language_by_the_server() -> None:
    (language,) = tomllib.loads(block("toml"))["language"]
    assert (language["name"], language["file-types"]) == ("smilebasic", ["bas"])
    assert language["language-servers"] == ["retromaze"]
