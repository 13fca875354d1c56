"""How much of each listing faces blank space, run by hand: `python -m tests.sources.facing_blank`.

A line faces blank space where `retromaze show` puts no line of the port beside it: NEXT, ENDIF and END always
do, and a good deal more does where a port calls the library for what its listing spells out.
"""

from collections.abc import Iterator

from retromaze.catalogue import CATALOGUE
from retromaze.commands.show import port_source
from retromaze.entry import Entry, listing_source
from retromaze.sources.pairing import pair


def faces(entry: Entry) -> Iterator[bool]:
    """For each line of a listing that is not empty, whether a line of the port stands beside it."""
    listing, port = listing_source(entry), port_source(entry)
    rows, texts = listing.splitlines(), port.splitlines()
    for part in pair(listing, port):
        for block in part.blocks:
            for place, item in enumerate(block.items):
                if not item.moved_to and rows[item.lines[0] - 1].strip():
                    yield place < len(block.port) and bool(texts[block.port[place] - 1].strip())


def main() -> None:
    """The table, the barest pair first."""
    shares = {name: list(faces(entry)) for name, entry in CATALOGUE.items()}
    for name, found in sorted(shares.items(), key=lambda each: sum(each[1]) / len(each[1])):
        blank = found.count(False)
        print(
            f"{name:16} {blank:4} of {len(found):4} lines face blank space, {100 * blank / len(found):3.0f} %"
        )


if __name__ == "__main__":
    main()
