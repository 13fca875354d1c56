"""Results that show themselves, `%%smilebasic`, and the example notebook, run as a reader would."""

import base64
import io
import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from PIL import Image

import retromaze
from retromaze.errors import UsageError
from retromaze.machine.input import Buttons
from retromaze.machine.machine import Machine
from retromaze.notebook import register, smilebasic

ADDRESS = re.compile(r"0x[0-9a-f]+|/\S*ipykernel_\d+/\d+\.py")
EXAMPLE = Path(__file__).resolve().parent.parent / "docs" / "makers.ipynb"


def pictures(markup: str) -> list[Any]:
    """The pictures in some HTML."""
    found = re.findall(r'src="data:image/\w+;base64,([^"]+)"', markup)
    return [Image.open(io.BytesIO(base64.b64decode(each))) for each in found]


def test_a_result_shows_its_picture_text_and_error() -> None:
    result = retromaze.run('PRINT "<A&B>":LOCATE 99,1', seed=7)
    markup = result._repr_html_()
    (picture,) = pictures(markup)
    assert picture.size == (400, 240)
    assert picture.tobytes() == Image.open(io.BytesIO(result._repr_png_())).tobytes()
    texts = re.findall(r"<pre [^>]*>(.*?)</pre>", markup, re.DOTALL)
    assert texts == [
        "&lt;A&amp;B&gt;",
        "Out of range in 0:1(LOCATE:1)\nlisting.bas:1:15\n  PRINT &quot;&lt;A&amp;B&gt;&quot;:LOCATE 99,1\n"
        "                ^\nLOCATE takes 0 to 50 as its column, not 99",
    ]
    assert repr(result) == "<Result: 0 frames, seed 7, Out of range in 0:1(LOCATE:1)>"


def test_a_result_says_what_nobody_heard() -> None:
    texts = re.findall(r"<pre [^>]*>(.*?)</pre>", retromaze.run("PCMSTOP", seed=7)._repr_html_(), re.DOTALL)
    assert texts[-1] == "not simulated yet: PCMSTOP ×1"


def test_what_is_not_simulated_is_told_wherever_the_error_is() -> None:
    result = retromaze.run("PCMSTOP", seed=7, strict=True)
    words = "Undefined function in 0:1 (not simulated yet: PCMSTOP)"
    assert (str(result.error), repr(result)) == (words, f"<Result: 0 frames, seed 7, {words}>")
    assert words in result._repr_html_()
    assert str(retromaze.run("NOSUCH 1", seed=7).error) == "Undefined function in 0:1"


def test_a_strict_cell_stops_where_sound_is_asked_for() -> None:
    result = smilebasic("--strict --seed 7", "PCMSTOP")
    assert result is not None and "not simulated yet: PCMSTOP" in str(result.error)


def test_both_screens_are_shown_where_both_are_used() -> None:
    (picture,) = pictures(retromaze.run("XSCREEN 2", seed=7)._repr_html_())
    assert picture.size == (400, 480)


def test_an_animation_where_pictures_were_kept(tmp_path: Path) -> None:
    result = retromaze.run("FOR I=0 TO 9:GFILL 0,0,I,9:VSYNC:NEXT", seed=7, film=5)
    (shown,) = pictures(result.animation()._repr_html_())
    result.animation().save(str(tmp_path / "maze.gif"))
    with Image.open(tmp_path / "maze.gif") as saved:
        assert (saved.n_frames, saved.tobytes()) == (shown.n_frames, shown.tobytes())  # type: ignore[attr-defined]
    assert shown.n_frames == 2


def test_no_animation_where_none_were() -> None:
    with pytest.raises(UsageError, match=r"^no pictures were kept: run\(…, film=3\) keeps one every three "):
        retromaze.run("VSYNC", seed=7).animation()


def test_a_difference_shows_words_and_three_pictures() -> None:
    def port(machine: Machine) -> None:
        machine.screen.fill(0, 0, 9, 8, -1)

    difference = retromaze.compare("GFILL 0,0,9,9,-1", port, seed=7)
    assert difference is not None
    markup = difference._repr_html_()
    assert [picture.size for picture in pictures(markup)] == [(400, 240)] * 3
    assert re.findall(r"<figcaption>(\w+)</figcaption>", markup) == ["listing", "port", "difference"]
    assert "draws fill(0, 0, 9, 9, &amp;HFFFFFFFF), port draws fill(0, 0, 9, 8, &amp;HFFFFFFFF)" in markup
    assert repr(difference).startswith("<Difference: frame 0, event 1: listing line 1 draws fill(0, 0, 9, 9")


def test_a_cell_is_a_listing_with_the_options_of_a_run() -> None:
    options = "--seed 7 --set N=3 --press A@2 --frames 9 --film 1"
    result = smilebasic(options, "N=1\nPRINT N;RND(100)\nWAIT 3\nPRINT BUTTON(0)\n")
    assert result is not None
    same = "N=3\nPRINT N;RND(100)\nWAIT 3\nPRINT BUTTON(0)"
    assert result.text == retromaze.run(same, seed=7, press={2: Buttons.A}).text
    assert len(result.animation()) > 0


def test_wrong_options_are_told_and_nothing_runs(capsys: Any) -> None:
    for line, words in {
        "--sed 7": "%%smilebasic: unrecognized arguments: --sed 7\n",
        "--seed x": "%%smilebasic: argument --seed: 'x' is no whole number from 0 on\n",
        "--to 1x": "%%smilebasic: argument --to: '1x' is no name of a variable\n",
        "--to class": "%%smilebasic: argument --to: 'class' is no name of a variable\n",
        "--set M=1": "the cell sets no M to a constant at its top; it sets N\n",
        '--seed "7': "No closing quotation\n",
    }.items():
        assert smilebasic(line, "N=1\nPRINT N") is None
        assert capsys.readouterr() == ("", words)


def test_help_for_the_magic_is_that_of_cells() -> None:
    shell = Mock()
    register(shell)
    (magic, *_), _ = shell.register_magic_function.call_args
    assert magic.__doc__ == smilebasic.__doc__


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::RuntimeWarning")
def test_the_example_shows_what_it_shows_in_the_repository() -> None:
    import nbclient
    import nbformat

    book = nbformat.read(EXAMPLE, 4)
    kept = [outputs_of(cell) for cell in book.cells]
    nbclient.NotebookClient(book, timeout=600, coalesce_streams=True).execute()
    fresh = [outputs_of(cell) for cell in book.cells]
    assert fresh == kept
    assert [len(each) for each in fresh if each] == [1, 1, 1, 1, 1]


def outputs_of(cell: Any) -> list[dict[str, str]]:
    """What a cell shows, addresses in memory left out."""
    found = []
    for output in cell.get("outputs", []):
        data = output.get("data") or {"text": output["text"]}
        found.append({kind: ADDRESS.sub("", words) for kind, words in sorted(data.items())})
    return found
