"""The compiled code of a few small listings, pinned next to them in samples/: NAME.bas and NAME.txt.

Each line has the number of the listing's line it stands for, as in `retromaze show --compiled`. Listings
called NAME.traced.bas are compiled for tracing. When the compiler writes something new, look at it and keep
it with

    python tests/compiler/test_samples.py
"""

from pathlib import Path

from retromaze.compiler.compiling import written_functions
from retromaze.compiler.settings import Settings
from retromaze.sources.compiled_lines import pair_with_python

SAMPLES = sorted((Path(__file__).parent / "samples").glob("*.bas"))


def generated(sample: Path) -> str:
    """The Python functions of a listing, each below its title."""
    source = sample.read_text("utf-8")
    all_rows, parts = pair_with_python(
        source, written_functions(source, Settings(traced=sample.stem.endswith(".traced")))
    )
    lines = []
    for part in parts:
        lines.append(f"== {part.name}")
        rows = [all_rows[number - 1] for block in part.blocks for number in block.port]
        lines += [f"{row.line or '':>3}  {row.text}" for row in rows]
    return "\n".join(lines) + "\n"


def pinned(sample: Path) -> Path:
    return sample.with_suffix(".txt")


def test_the_compiler_writes_what_it_wrote() -> None:
    wanted = {each.name: pinned(each).read_text("utf-8") for each in SAMPLES}
    assert {each.name: generated(each) for each in SAMPLES} == wanted


if __name__ == "__main__":
    for each in SAMPLES:
        pinned(each).write_text(generated(each), "utf-8")
