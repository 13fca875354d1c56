"""Ports of all listings, of programs full of GOTO and of random programs agree."""

import random
from pathlib import Path

import pytest

from retromaze.comparison import Listing, compare_programs
from retromaze.comparison.input_script import Script
from retromaze.comparison.listing_recording import record
from retromaze.porting.preparing import CannotPort
from retromaze.porting.writing import port
from tests.amounts import many, one_in
from tests.compiler.test_random_flow import program
from tests.fuzzing.ports import FAILS, examine_port
from tests.porting.bodies import loaded

LISTINGS = sorted((Path(__file__).parent.parent / "listings").rglob("*.bas"))
SPAGHETTI = sorted((Path(__file__).parent / "spaghetti").glob("*.bas"))
"""Short programs whose loops are made of GOTO, as beginners wrote them."""
PARTS = 24

# What a port does otherwise, and why: see docs/porting.md.
OTHERWISE = {
    # a whole number given to a parameter is a number like any other: STR$ cannot tell an Integer
    "def/a_name_twice_keeps_the_type_of_the_last",
    "def/a_parameter_given_back",
    "def/call_as_a_function_keeps_the_type",
    # a string that a parameter of unknown type shares with a variable
    "strings/a_parameter_s_string_gets_a_second_name",
    "def/call_changes_a_string_in_place",
    # a sum of whole numbers passes 2**53, or a limit does that is a Real
    "types/a_for_of_great_steps_to_a_real",
    "types/a_sum_that_doubles_by_way_of_a_def",
    "types/a_sum_that_doubles_by_way_of_an_array",
    "types/a_sum_that_doubles_by_way_of_fill",
    "types/a_sum_that_doubles_by_way_of_push_and_pop",
    # no work passes frames in a port, so that MAINCNT does not tell it
    "jumps/a_gosub_into_the_program_itself_takes_its_time",
    # -(-2147483648) wraps
    "types/floor_of_an_integer_stays_one",
    "types/the_smallest_integer_is_its_own_negation",
}


# What no port can call: programs of other slots that are put together at run time, and a few words.
REFUSED = {
    "arrays/numeric_arrays_are_assigned_to_each_other",
    "calls/backtrace_begins_with_the_running_place",
    "changes/inc_finds_its_place_first_and_adds_last",
    "def/an_unknown_instruction_never_reached_is_harmless",
    "def/gosub_from_inside_names_the_slot",
    "jumps/goto_return_compiles",
    "loops/more_loops_than_python_nests",
    "program_text/a_line_is_indented_where_it_stands",
    "program_text/a_slot_is_copied_line_by_line",
    "program_text/prgdel_deletes_the_line_just_read",
    "program_text/prgget_reads_line_after_line",
    "program_text/prgset_past_the_end_adds_line_after_line",
    "program_text/prgset_replaces_the_line_just_read",
    "program_text/repeated_prgins_keeps_the_order",
    "program_text/the_line_feed_of_a_line_can_be_popped",
    "program_text/what_prgins_puts_behind_a_line_is_the_current_one",
    "slots/a_launcher_s_common_defs_are_there_in_the_program",
    "slots/a_launcher_s_labels_are_there_in_the_program",
    "slots/a_loop_counts_on_while_another_slot_counts_too",
    "slots/a_name_defined_in_two_slots",
    "slots/a_program_that_a_def_runs_has_a_stack_of_its_own",
    "slots/a_string_changes_in_another_slot",
    "slots/another_slot_fills_an_array_with_its_strings",
    "slots/code_of_another_slot_means_its_own_labels",
    "slots/common_defs_are_there_after_exec",
    "slots/data_and_labels_are_there_after_exec",
    "slots/stop_suspends_the_launcher_too",
    "sound/words_of_published_programs",
    "sprites/callbacks",
    "sprites/collisions",
    "strings/hex_cuts_to_its_width",
    "system/extfeature_is_known",
    "system/project_is_a_function_too",
}


def outcome(path: Path) -> str:
    """`error`, `refused` where a place is not ported, `same` or what differs."""
    source = path.read_text("utf-8")
    if record(Listing(source), 1, Script()).end.error:
        return "error"
    try:
        written = port(source, path.name)
    except CannotPort as refusal:
        return "refused" if 0 < refusal.line <= len(source.splitlines()) else f"refused nowhere: {refusal}"
    difference = compare_programs(Listing(source), loaded(written.text), seed=1).difference
    if difference is None or "not ported: " in difference.sentence:
        return "refused" if written.not_ported else "same"
    return difference.sentence


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_a_port_agrees_or_it_is_known_why_not(part: int) -> None:
    found = {f"{path.parent.name}/{path.stem}": outcome(path) for path in LISTINGS[part::PARTS]}
    differing = {name: each for name, each in found.items() if each not in {"error", "refused", "same"}}
    assert differing.keys() <= OTHERWISE, differing
    assert {name for name, each in found.items() if each == "refused"} == REFUSED & found.keys()


@pytest.mark.slow
def test_ports_of_programs_full_of_goto_agree() -> None:
    assert {path.stem: outcome(path) for path in SPAGHETTI} == {path.stem: "same" for path in SPAGHETTI}


def test_ports_of_random_programs() -> None:
    found = [examine_port(program(random.Random(seed))) for seed in range(many(2, 100))]
    refused = {each.details for each in found if each and each.key != FAILS}
    assert refused <= {"write a `match` over the labels it can be"}
    assert found.count(None) > len(found) / 4
