"""The games in text: article 003, its session character for character, and the sketch at its end."""

import builtins
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from itertools import pairwise

import pytest

from retromaze.ports import MazeGame, Rooms, farthest, hexagonal_maze, kruskal_maze, shortest_way
from retromaze.ports.mazes.hexagons import KEYS
from retromaze.ports.scripts.games import console_game, console_game_far, hexagonal_game, play
from tests.ports.articles import GAME_SESSION
from tests.ports.chosen import Chosen, draws_of_kruskal

PROMPT = (
    "プレイヤー(X) をどの方向に動かすかを入力してください(up, down, left, right)\n"
    "ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.\n"
    "|> "
)


def type_in(monkeypatch: pytest.MonkeyPatch, words: Sequence[str]) -> None:
    """Answers with these words, shown as on a terminal, and then with the end of the input."""
    waiting = list(words)

    def ask(prompt: str) -> str:
        print(prompt, end="")
        if not waiting:
            raise EOFError
        print(waiting[0])
        return waiting.pop(0)

    monkeypatch.setattr(builtins, "input", ask)


def test_article_003_its_session_is_played_character_for_character(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = re.findall(r"(?:^[+|](?!>).*\n)+", GAME_SESSION, re.MULTILINE)
    drawn = [draws_of_kruskal(Rooms.from_text(boards[number])) for number in (0, 3)]
    type_in(monkeypatch, re.findall(r"^\|> (\w+)$", GAME_SESSION, re.MULTILINE))
    with pytest.raises(EOFError):
        play(MazeGame(8, 4, rng=Chosen([*drawn[0], *drawn[1]])))
    assert capsys.readouterr().out == GAME_SESSION


def said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """What is printed between a word and the board after it, the boards at the place of their first line."""
    type_in(monkeypatch, words)
    assert console_game(["--seed", "4"]) == 0
    printed = capsys.readouterr().out.split(PROMPT)
    return [part.split("+---+", 1)[0] for part in printed[1:]]


def test_article_003_its_messages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said(monkeypatch, capsys, "up", "jump", "", "UP", "reset", "quit") == [
        "up\nそちらには移動できません\n",
        "jump\n入力を読み取れませんでした\n",
        "\n入力を読み取れませんでした\n",
        "UP\n入力を読み取れませんでした\n",
        "reset\n",
        "quit\n",
    ]


def test_article_003_the_goal_ends_the_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    maze = kruskal_maze(8, 4, seed=4)
    way = shortest_way(maze)
    assert way
    names = {1: "right", -1: "left", 8: "down", -8: "up"}
    type_in(monkeypatch, [names[b - a] for a, b in pairwise(way)])
    assert console_game(["--seed", "4"]) == 0
    board = maze.text({maze.start: "S", maze.goal: "X"})
    assert capsys.readouterr().out.endswith(f"{board}\nゲームクリア!\n")


@pytest.mark.parametrize(
    "game", [partial(console_game, ["--far", "--seed", "4"]), partial(console_game_far, ["--seed", "4"])]
)
def test_far_puts_the_goal_as_far_as_can_be(
    game: Callable[[], int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, [])
    assert game() == 0
    maze = kruskal_maze(8, 4, seed=4)
    assert capsys.readouterr().out == maze.text({farthest(maze): "G", 0: "X"}) + "\n" + PROMPT + "\n"


ASKED_SIX = """\
プレイヤー(X) をどの方向に動かすかを入力してください(u:左上 i:右上 k:右 m:右下 n:左下 h:左)
ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.
|> """


def printed(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a game of 4 x 3 rooms prints; nothing of what is typed."""
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{word}\n" for word in words)))
    assert hexagonal_game(["4", "3", "--seed", "1"]) == 0
    return capsys.readouterr().out


def test_article_003_the_keys_of_the_way_win(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    maze = hexagonal_maze(4, 3, seed=1)
    way = shortest_way(maze)
    assert way is not None
    keys = {difference: key for key, bit in KEYS.items() for way_, difference in maze.steps() if way_ == bit}
    words = [keys[after - before] for before, after in pairwise(way)]
    boards = [maze.text({maze.goal: "G", maze.start: "S", room: "X"}) for room in way]
    assert printed(words, capsys, monkeypatch) == f"\n{ASKED_SIX}".join(boards) + "\nゲームクリア!\n"


def test_article_003_walls_other_words_reset_regenerate_and_quit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hexagonal_maze(4, 3, seed=1)
    key = next(key for key, bit in KEYS.items() if first.doors[0] & bit)
    said = printed(["u", "x", key, "reset", "regenerate", "quit"], capsys, monkeypatch).split(ASKED_SIX)
    start = first.text({0: "X", first.goal: "G"}) + "\n"
    assert said[:3] == [start, "そちらには移動できません\n" + start, "入力を読み取れませんでした\n" + start]
    assert said[3].count("S") == said[3].count("X") == 1 and said[4] == start
    assert said[5].count("X") == 1 and "S" not in said[5] and said[5] != start and said[6] == ""
