"""The proof to show: what a check has found in one sentence, as a badge and as a page in Markdown.

The badge is a picture of our own. A service that draws badges would be asked each time somebody looks at one,
and would have to be told where the result lies; a file can stand beside the ports that it tells of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from retromaze.machine.folder import replace_file

if TYPE_CHECKING:
    from retromaze.comparison.pairs import Pair
    from retromaze.comparison.trials import Tally

LABEL = "retromaze"
GREEN, RED, GRAY, DARK = "#2e7d32", "#c62828", "#757575", "#424242"
LETTER = 6.0
"""Pixels of a letter on average: the text is drawn as wide as so many, whatever the font."""
MARGIN = 7
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="20" role="img" aria-label="{label}: {words}">
<title>{label}: {words}</title>
<rect width="{width}" height="20" rx="3" fill="{dark}"/>
<path d="M{left} 0h{right}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{right}z" fill="{color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" lengthAdjust="spacingAndGlyphs">
<text x="{margin}" y="14" textLength="{label_length}">{label}</text>
<text x="{words_at}" y="14" textLength="{words_length}">{words}</text>
</g>
</svg>
"""
COMMANDS = re.compile(r"[\\`*_\[\]<>|~&#!$]")
"""What Markdown would not print as it is."""


def sentence(pairs: Sequence[Pair], sums: dict[str, Tally], seeds: Sequence[int] | None) -> str:
    """`15 of 15 equal, 20 seeds, 100 % of lines`: pairs, seeds each, and the share of lines that were run.

    Of those that are not equal it names how many were `run too little`. Lines are those of listings and ports
    together, and the share is rounded down.
    """
    tallies = [sums[pair.name] for pair in pairs]
    equal = sum(tally.equal for tally in tallies)
    thin = sum(tally.verdict.name == "TOO_LITTLE" for tally in tallies)
    alike = " and ".join(sorted({tally.alike for tally in tallies}))
    parts = [f"{equal} of {len(pairs)} {alike}"]
    if thin:
        parts.append(f"{thin} run too little")
    games = sum(tally.games + bool(tally.game) for tally in tallies)
    if not any(tally.game for tally in tallies):
        parts.append(counted([len(pair.seeds if seeds is None else seeds) for pair in pairs], "seed"))
    if games:
        parts.append(counted([games], "game"))
    sides = [lines for tally in tallies if tally.coverage for lines in tally.coverage.sides().values()]
    if total := sum(lines.count for lines in sides):
        run = total - sum(len(lines.missed) for lines in sides)
        parts.append(f"{100 * run // total} % of lines")
    return ", ".join(parts)


def counted(numbers: Sequence[int], noun: str) -> str:
    """`20 seeds`, `1 seed`, `1-3 seeds` where they are not the same."""
    least, most = min(numbers), max(numbers)
    number = f"{least:,}" if least == most else f"{least:,}-{most:,}"
    return f"{number} {noun}{'' if most == 1 else 's'}"


def save_badge(path: Path, words: str, status: int) -> None:
    """Writes the badge in the color of the check's exit status. Raises OSError."""
    replace_file(path, badge(words, status).encode())


def badge(words: str, status: int) -> str:
    """An SVG of 20 pixels' height: green for the status 0, gray where too little was run (3), else red."""
    label_length, words_length = round(len(LABEL) * LETTER), round(len(words) * LETTER)
    left = label_length + 2 * MARGIN
    return SVG.format(
        width=left + words_length + 2 * MARGIN,
        left=left,
        right=words_length + 2 * MARGIN - 3,
        margin=MARGIN,
        words_at=left + MARGIN,
        label=LABEL,
        label_length=label_length,
        words=escape(words),
        words_length=words_length,
        dark=DARK,
        color={0: GREEN, 3: GRAY}.get(status, RED),
    )


def markdown(
    words: str, table: Sequence[Sequence[str]], remarks: Iterable[str], differences: Iterable[str]
) -> Iterator[str]:
    """The lines of a page: the sentence, the table with its headings, what else is to be known, differences.

    Names and listings are those of strangers: nothing in them is a command of Markdown.
    """
    yield from (f"**{plain(words)}**", "")
    headings, *rows = table
    rule = ["---" if at in (0, len(headings) - 1) else "---:" for at in range(len(headings))]
    for row in (headings, rule, *(map(plain, row) for row in rows)):
        yield f"| {' | '.join(row)} |"
    found = [plain(each) for each in remarks]
    if found:
        yield from ("", *(f"- {each}" for each in found))
    shown = list(differences)
    if shown:
        # indented below a paragraph, so that whatever they hold is text
        yield from ("", "Differences:")
    for difference in shown:
        yield from ("", *(f"    {line}" for line in difference.split("\n")))


def plain(text: str) -> str:
    """A text in one line that Markdown prints as it is."""
    return COMMANDS.sub(r"\\\g<0>", " ".join(text.split()))
