"""A listing beside its port: the first difference, as `check` finds it."""

from types import ModuleType

from retromaze.comparison import Difference, Listing, Script, compare_programs
from retromaze.porting.writing import write_port


def difference(source: str, *answers: str, seed: int = 1) -> Difference | None:
    """What the port of a listing does otherwise; `answers` are what is typed to it."""
    module = ModuleType("port")
    exec(compile(write_port(source, "tiny.bas"), "port.py", "exec"), vars(module))
    return compare_programs(
        Listing(source), module.main, seed=seed, script=Script(answers=answers)
    ).difference
