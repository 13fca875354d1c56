"""Builds the website: plain files for any web server.

    python -m tests.tools.website OUT [--pyodide FOLDER]

OUT is made, or its pages are written over. A link that leads nowhere is an error, told with its page and
line; what lies outside of the website is not asked for. The lessons show the studio, which runs Python in the
page: OUT/studio is the folder that `retromaze studio --export` writes. docs/studio.md says where Python for
the browser comes from.
"""

import argparse
import sys
from pathlib import Path

from retromaze.studio.export import NoPyodide
from tests.tools.website.building import WebsiteError, build


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.website", description="Builds the website.")
    parser.add_argument("out", metavar="OUT", type=Path, help="the folder to write")
    parser.add_argument("--pyodide", metavar="FOLDER", type=Path, help="as of retromaze studio --export")
    given = parser.parse_args(arguments)
    try:
        count = build(given.out, given.pyodide)
    except (WebsiteError, NoPyodide) as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{count} pages in {given.out}; see them: python -m http.server --directory {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
