"""The scripts `hexagonal` and `hexagonal_game`: article 003, the sketch at its end and a game in it."""

from __future__ import annotations

import sys
from io import StringIO
from itertools import pairwise

import pytest

from retromaze.ports import hexagonal_maze, shortest_way
from retromaze.ports.mazes.hexagons import KEYS
from retromaze.ports.scripts.games import hexagonal_game as play
from retromaze.ports.scripts.makers import hexagonal as print_maze

ASKED = """\
プレイヤー(X) をどの方向に動かすかを入力してください(u:左上 i:右上 k:右 m:右下 n:左下 h:左)
ゲームを終了する場合、quit; スタート地点に戻る場合 reset; 迷路を再生成する場合 regenerate.
|> """


def printed(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What a game of 4 x 3 rooms prints; nothing of what is typed."""
    monkeypatch.setattr(sys, "stdin", StringIO("".join(f"{word}\n" for word in words)))
    assert play(["4", "3", "--seed", "1"]) == 0
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
    assert printed(words, capsys, monkeypatch) == f"\n{ASKED}".join(boards) + "\nゲームクリア!\n"


def test_article_003_walls_other_words_reset_regenerate_and_quit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hexagonal_maze(4, 3, seed=1)
    key = next(key for key, bit in KEYS.items() if first.doors[0] & bit)
    said = printed(["u", "x", key, "reset", "regenerate", "quit"], capsys, monkeypatch).split(ASKED)
    start = first.text({0: "X", first.goal: "G"}) + "\n"
    assert said[:3] == [start, "そちらには移動できません\n" + start, "入力を読み取れませんでした\n" + start]
    assert said[3].count("S") == said[3].count("X") == 1 and said[4] == start
    assert said[5].count("X") == 1 and "S" not in said[5] and said[5] != start and said[6] == ""


def test_the_sketch_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_maze(["--seed", "2"]) == 0
    maze = hexagonal_maze(10, 5, seed=2)
    assert capsys.readouterr().out == maze.text({0: "S", maze.goal: "G"}) + "\n"


@pytest.mark.parametrize("script", [play, print_maze])
def test_sizes_that_cannot_be_are_refused(script, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        script(["1", "3"])
    assert caught.value.code == 2
    assert capsys.readouterr().err.endswith("hexagons need 2 columns and 1 row or more, not 1 and 3\n")
