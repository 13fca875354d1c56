"""A listing beside its port: the first difference, as `check` finds it."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from retromaze.comparison import Difference, Listing, Script, compare_programs
from tests.porting.bodies import loaded, port_text


@lru_cache(maxsize=8)
def port_of(source: str) -> Callable[..., None]:
    """The function of a listing's port."""
    return loaded(port_text(source))


def difference(source: str, *answers: str, seed: int = 1) -> Difference | None:
    """What the port of a listing does otherwise; `answers` are what is typed to it."""
    script = Script(answers=answers)
    return compare_programs(Listing(source), port_of(source), seed=seed, script=script).difference


def differing(
    sources: Iterable[str], *answers: str, seeds: Iterable[int] = (1,)
) -> dict[tuple[str, int], str]:
    """The first differences of all listings, by listing and seed, of those whose ports do something else.

    A listing that draws nothing at random is tried with the first seed alone.
    """
    first, *others = seeds
    tried = [
        (source, seed) for source in sources for seed in (first, *(others if "RND" in source.upper() else ()))
    ]
    found = {each: difference(each[0], *answers, seed=each[1]) for each in tried}
    return {each: made.sentence for each, made in found.items() if made}
