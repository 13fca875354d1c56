"""How BASIC is cut into spans, for the page's colors."""

from __future__ import annotations

from retromaze.language.lexer import patterns

HEADING = """\
// How BASIC is cut into spans. Made from the grammar by retromaze/language/lexer.py:
// python -m tests.studio.page_sources
"""


def grammar() -> str:
    """The whole file. Where JavaScript writes an expression as Python does, it is the same one."""
    rows = "".join(f'  ["{kind}", /^(?:{escaped(regexp)})/],\n' for kind, regexp in patterns().items())
    return f"{HEADING}\nexport const SPANS: [string, RegExp][] = [\n{rows}];\n"


def escaped(regexp: str) -> str:
    """As it stands between slashes."""
    return regexp.replace("/", r"\/").replace("\n", r"\n").replace("\r", r"\r").replace("\t", r"\t")
