"""What Python says to the page is what the page can say in Japanese."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.difference_words import (
    cell_properties,
    definition_properties,
    layer_properties,
    sprite_properties,
)
from retromaze.display.translation import catalogue
from retromaze.errors import UsageError
from retromaze.machine.animation import Animation, Keyframe, Target
from retromaze.machine.backgrounds import Background
from retromaze.machine.sound import Sound, missing_sounds_text
from retromaze.machine.sprites import Sprite, SpriteDefinition
from retromaze.porting.writing import write_port
from retromaze.studio import messages as m
from retromaze.studio.open_program import open_workspace
from retromaze.studio.prover import reason_unprovable
from retromaze.studio.prover_process import PROVER_DIED
from tests.studio.conversation import Conversation, agreed
from tests.tools.page_texts import SENTENCES, TEXTS

HOLE = re.compile(r"\{(\w+)\}")
PAGE = Path(__file__).parents[2] / "retromaze" / "studio" / "page" / "src"
MADE = ("messages.ts", "texts.ts")


def in_japanese(words: str) -> str:
    """As the page's `translated` does; AssertionError for a sentence that it does not know."""
    found = known(words)
    assert found is not None, f"the page has no Japanese for: {words}"
    return found


def known(words: str) -> str | None:
    """A sentence in Japanese, and what fills its holes as far as that is known."""
    for english in SENTENCES:
        parts = HOLE.split(english)
        pattern = "".join(f"(?P<{each}>.+?)" if at % 2 else re.escape(each) for at, each in enumerate(parts))
        found = re.fullmatch(pattern, words)
        if found:
            filled = {name: known(part) or part for name, part in found.groupdict().items()}
            return filled_in(catalogue(("ja",)).gettext(english), filled)
    return None


def filled_in(text: str, filled: dict[str, str]) -> str:
    return HOLE.sub(lambda hole: filled[hole[1]], text)


REFUSED = [
    (m.Open("nonsense"), "'nonsense' というプログラムはありません"),
    (m.Open("backtracker", sizes={"width": 900}), "widthは 1 から 199 までです (900 は不可)"),
    (m.Open("sticks", sizes={"size": 20}), "sizeは奇数でなければなりません (20 は不可)"),
    (m.Open("backtracker", sizes={"width": 2.5}), "widthは整数でなければなりません (2.5 は不可)"),
    (m.Open("backtracker", log="retromaze log 1\n-1 press A\n"), "操作の記録が壊れています: "),
    (m.Open("binary_tree", sizes={"x": 1}), "binary_tree に x という数値はありません (あるもの: "),
]


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    found = []
    for wish, words in REFUSED:
        with pytest.raises(UsageError) as caught:
            open_workspace(wish, None, tmp_path)
        found.append((wish, in_japanese(str(caught.value))[: len(words)]))
    assert found == REFUSED


def test_what_cannot_be_proved(tmp_path: Path) -> None:
    wishes = (m.Open(listing="FOR I=0"), m.Open(listing="CLS", port="def main(machine):\n"), m.Open())
    reasons = [reason_unprovable(open_workspace(each, None, tmp_path)) for each in wishes]
    assert [in_japanese(each) for each in reasons] == [
        "照合する移植がありません",
        "この移植は外から来たもので、まだ実行していません",
        "照合する移植がありません",
    ]
    assert in_japanese(PROVER_DIED.words) == "移植を実行していたプロセスが強制終了されました"


def test_what_nobody_heard() -> None:
    sound = Sound()
    sound.unheard["TALK"] = 2
    assert in_japanese(missing_sounds_text(sound)) == "まだ再現されません: TALK ×2"


LISTING = "GPSET 1,1\nPRINT RND(4)\nWAIT 2\n"


DIFFERENCES = [
    ("point(1, 1)", "point(1, 2)", "リスト 1 行目は描画 point(1, 1)、移植は描画 point(1, 2)"),
    ("below(4)", "below(5)", "リスト 2 行目は乱数 below(4)、移植は乱数 below(5)"),
    (
        "machine.screen.point(1, 1)",
        "pass",
        "リスト 1 行目は描画 point(1, 1)、移植はそれをせずに乱数 below(4)",
    ),
]


def test_differences(proof: Conversation) -> None:
    port = write_port(LISTING, "listing.bas")
    told = []
    for old, new, _ in DIFFERENCES:
        assert old in port
        wish = agreed(m.Open(listing=LISTING, port=port.replace(old, new), seed=1))
        found = proof.verdict(wish)
        assert found.difference is not None, new
        words = in_japanese(found.difference.sentence)
        told.append((old, new, re.sub(r"^フレーム \d+・イベント \d+: ", "", words)))
    assert told == DIFFERENCES


MOVING = [
    (
        "SPSET 3,0:SPOFS 3,{},40",
        (120, 121),
        "リスト 1 行目は移動 sprites.move(3, 120, 40)、移植は移動 sprites.move(3, 121, 40)。"
        "リストはスプライト 3 が位置 (120, 40)、移植では位置 (121, 40)",
    ),
    (
        "XSCREEN 2:DISPLAY 1:BGROT 1,{}",
        (45, 46),
        "リスト 1 行目は回転 screens[1].backgrounds.rotate(1, 45)、"
        "移植は回転 screens[1].backgrounds.rotate(1, 46)。"
        "リストは下画面の BG 1 が角度 45 度、移植では角度 46 度",
    ),
]


def test_what_moves() -> None:
    told = []
    for source, numbers, _ in MOVING:
        one, other = map(Listing, map(source.format, numbers), ("listing", "port"))
        difference = compare_programs(one, other, seed=1).difference
        assert difference is not None, source
        told.append((source, numbers, in_japanese(difference.words)))
    assert told == MOVING


def test_every_fact_of_what_moves_has_its_japanese() -> None:
    """A phrase of a fact stands alone: none is taken for another sentence with a hole."""
    sprite, layer = Sprite(used=True, parent=2, callback="@F"), Background(clip=(0, 0, 9, 9))
    for each in (sprite, layer):
        each.animations.start(Animation(Target.XY, [Keyframe(-20, (9.0, 9.0))], (0.0, 0.0), 2))
    plain = [
        sprite_properties(Sprite()),
        layer_properties(Background()),
        cell_properties(0),
        definition_properties(SpriteDefinition(0, 0)),
    ]
    for properties in (*plain, sprite_properties(sprite), layer_properties(layer), cell_properties(0xD005)):
        for words in properties.values():
            assert not re.search("[a-z]{3}", in_japanese(words).replace("@F", ""))


def test_every_text_is_said_somewhere() -> None:
    sources = [each.read_text("utf-8") for each in PAGE.iterdir() if each.name not in MADE]
    words = {word for each in sources for word in re.findall(r"\w+", each)}
    made_up = re.compile("pace[A-Z]")
    assert [name for name in TEXTS if not made_up.match(name) and name not in words] == []


def test_stop_has_its_japanese() -> None:
    difference = compare_programs(
        Listing("CLS\nSTOP\n", "listing"), Listing("CLS\n", "port"), seed=1
    ).difference
    assert difference is not None
    assert in_japanese(difference.words) == "リストはSTOP (2 行目) で中断、移植は終了"
