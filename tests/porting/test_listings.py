"""A listing under tests/listings that ends without an error: its port agrees, or it is refused."""

from pathlib import Path
from types import ModuleType

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.recording import record
from retromaze.comparison.script import Script
from retromaze.porting.refusals import CannotPort
from retromaze.porting.writing import write_port
from tests.amounts import one_in

FOLDER = Path(__file__).parent.parent / "listings"

# What a port does otherwise, and why: see docs/porting.md.
OTHERWISE = {
    # a whole number given to a parameter is a number like any other: STR$ cannot tell an Integer
    "a_name_twice_keeps_the_type_of_the_last",
    "a_parameter_given_back",
    "call_as_a_function_keeps_the_type",
    # a string that a parameter of unknown type shares with a variable
    "a_parameter_s_string_gets_a_second_name",
    "call_changes_a_string_in_place",
    # a sum of whole numbers passes 2**53, or a limit does that is a Real
    "a_for_of_great_steps_to_a_real",
    "a_sum_that_doubles_by_way_of_a_def",
    "a_sum_that_doubles_by_way_of_an_array",
    "a_sum_that_doubles_by_way_of_fill",
    "a_sum_that_doubles_by_way_of_push_and_pop",
    # -(-2147483648) wraps
    "floor_of_an_integer_stays_one",
    "the_smallest_integer_is_its_own_negation",
}


def outcome(path: Path) -> str:
    """`error`, `refused`, `same` or what differs."""
    source = path.read_text("utf-8")
    if record(Listing(source), 1, Script()).error:
        return "error"
    try:
        text = write_port(source, path.name)
    except CannotPort as refusal:
        return "refused" if 0 < refusal.line <= len(source.splitlines()) else f"refused nowhere: {refusal}"
    module = ModuleType("port")
    exec(compile(text, "port.py", "exec"), vars(module))
    difference = compare_programs(Listing(source), module.main, seed=1).difference
    return difference.sentence if difference else "same"


def test_nine_in_ten_agree_and_the_rest_is_known() -> None:
    found = {path.stem: outcome(path) for path in one_in(3, sorted(FOLDER.rglob("*.bas")))}
    same = [name for name, each in found.items() if each == "same"]
    differing = {name for name, each in found.items() if each not in {"error", "refused", "same"}}
    assert differing <= OTHERWISE, {name: found[name] for name in differing - OTHERWISE}
    assert len(same) >= 0.95 * (len(same) + len(differing))
    # of all that end without an error, those included that touch what no port can call
    assert len(same) >= 0.85 * sum(each != "error" for each in found.values())
