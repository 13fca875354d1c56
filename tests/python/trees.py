"""Small Python texts as trees with margins, and back."""

import ast
import re
import textwrap

from retromaze.python.layout import Margin, set_margin, text_rows
from retromaze.python.statement_walks import statements_and_cases

NUMBER = re.compile(r"  # (\d+)?(?:  )?(.*)")


def tree(text: str) -> list[ast.stmt]:
    """The statements of a text; comments like `# 7  note` are their margins."""
    rows = textwrap.dedent(text).splitlines()
    body = ast.parse("\n".join(rows)).body
    for node in statements_and_cases(body):
        line = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
        if found := NUMBER.search(rows[line - 1]):
            set_margin(node, Margin(int(found[1] or 0), found[2]))
    return body


def text(body: list[ast.stmt], depth: int = 0) -> str:
    """The statements as text with their margins."""
    return "\n".join(row.text for row in text_rows(body, depth))
