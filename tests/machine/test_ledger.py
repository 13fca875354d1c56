"""What a run has stored has a total, and an end."""

import pytest

from retromaze.errors import OutOfMemory
from retromaze.machine.ledger import BLOCK, ROOM, Ledger
from retromaze.machine.storage import Storage


def key(name):
    return "DEFAULT", "TXT", name


def test_a_file_counts_until_it_is_gone_and_a_new_one_of_its_name_takes_its_place():
    ledger = Ledger()
    ledger.enter(key("A"), ROOM - BLOCK)
    ledger.enter(key("A"), ROOM)
    ledger.move(key("A"), key("B"))
    ledger.drop(key("A"))
    assert ledger.total == ROOM
    ledger.drop(key("B"))
    assert ledger.total == 0


def test_what_has_no_room_is_refused_and_changes_nothing():
    ledger = Ledger()
    ledger.enter(key("A"), ROOM - BLOCK + 1)
    with pytest.raises(OutOfMemory):
        ledger.enter(key("B"), 1)
    assert (ledger.sizes, ledger.total) == ({key("A"): ROOM - BLOCK + 1}, ROOM - BLOCK + 1)


def test_empty_files_take_a_block_each():
    ledger = Ledger()
    for number in range(ROOM // BLOCK):
        ledger.enter(key(str(number)), 0)
    with pytest.raises(OutOfMemory):
        ledger.enter(key("ONE MORE"), 0)


def test_a_storage_keeps_the_total_of_what_this_run_has_written(tmp_path):
    for folder in (None, tmp_path):
        storage = Storage(folder)
        storage.write_text("A", "x" * 5000)
        storage.write_text("B", "x")
        assert storage.ledger.total == 5000 + BLOCK
        storage.rename("TXT", "A", "C")
        storage.delete("TXT", "C")
        assert storage.ledger.total == BLOCK
