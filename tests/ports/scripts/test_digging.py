"""`python -m retromaze.ports.digging`: article 001 (穴掘り法), its dialogue character for character."""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Callable

import pytest

from retromaze.ports import digging_maze
from retromaze.ports.scripts.makers import digging

Typed = Callable[..., None]
ASKED = "迷路を出力します\n幅と高さが5以上の奇数を入力\n"
AGAIN = "有効な数字を入力して下さい\n\n"


@pytest.fixture(name="typed")
def _typed(monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Answers the prompts one after another, shown as on a terminal; an exception is raised instead."""

    def answers(*lines: str | BaseException) -> None:
        waiting = list(lines)

        def ask(prompt: str) -> str:
            line = waiting.pop(0) if waiting else EOFError()
            if isinstance(line, BaseException):
                print(prompt, end="")
                raise line
            print(prompt + line)
            return line

        monkeypatch.setattr(builtins, "input", ask)

    return answers


def maze(width: int, height: int, seed: int) -> str:
    return digging_maze(width, height, seed=seed).text(2) + "\n"


@pytest.mark.parametrize("size", [9, 21, 5, 101])
def test_article_001_two_good_numbers_give_the_maze(
    size: int, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(str(size), str(size))
    assert digging(["--seed", "3"]) == 0
    assert capsys.readouterr().out == f"{ASKED}Width = {size}\nHeight = {size}\n{maze(size, size, 3)}"


def test_article_001_it_asks_until_the_numbers_are_good(
    typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("nine", "9", "", "8", "7", "7", "3", "11", "7")
    assert digging(["--seed", "5"]) == 0
    assert capsys.readouterr().out == (
        f"{ASKED}Width = nine\n{AGAIN}"
        f"{ASKED}Width = 9\nHeight = \n{AGAIN}"
        f"{ASKED}Width = 8\nHeight = 7\n"
        f"{ASKED}Width = 7\nHeight = 3\n"
        f"{ASKED}Width = 11\nHeight = 7\n" + maze(11, 7, 5)
    )


@pytest.mark.parametrize(("end", "status"), [(EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_the_end_of_the_input_and_ctrl_c_end_it_quietly(
    end: BaseException, status: int, typed: Typed, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("9", end)
    assert digging([]) == status
    assert capsys.readouterr().out == f"{ASKED}Width = 9\nHeight = \n"


def test_a_seed_must_be_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        digging(["--seed", "0"])
    assert caught.value.code == 2
    assert "a seed is a number from 1 to 2**32 - 1, not 0" in capsys.readouterr().err


def test_the_ports_module_runs_it() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "retromaze.ports.digging", "--seed", "4"],
        input="7\n5\n", capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == f"{ASKED}Width = Height = {maze(7, 5, 4)}"
