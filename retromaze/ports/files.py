"""Files for ports, named as a listing names them: `"TXT:NOTE"`, `"DAT:MAP"`, `"GRP0:TITLE"`.

A name may be computed, and a project may stand before it: `"TXT:MAZES/NOTE"`. Each function that loads or
changes a file sets `machine.system.result` (RESULT) to 1, as after a dialog that is answered yes. All raise
IllegalFunctionCall for a text that can be no name, and LoadFailed if there is no such file.
Source: the machine's own functions, of which these are the names for ports.
"""

from __future__ import annotations

from typing import Any

from retromaze.builtins import files
from retromaze.builtins.files import Resource
from retromaze.errors import IllegalFunctionCall
from retromaze.machine.file_formats import Numbers
from retromaze.machine.machine import Machine, page_picture, put_picture
from retromaze.machine.storage import DATA, TEXT
from retromaze.ports import basic

__all__ = [
    "delete",
    "exists",
    "load_numbers",
    "load_page",
    "load_text",
    "names",
    "print_names",
    "rename",
    "save_numbers",
    "save_page",
    "save_text",
]


def load_text(machine: Machine, name: str) -> str:
    """LOAD "TXT:name": the text of a file."""
    resource = _loaded(machine, name, TEXT)
    return machine.storage.read_text(resource.name, resource.project)


def save_text(machine: Machine, name: str, text: str) -> None:
    """SAVE "TXT:name",text$: a file of that name is replaced."""
    machine.storage.write_text(_changed(machine, name, TEXT).name, text)


def load_numbers(machine: Machine, name: str, array: list[Any], *, whole: bool = False) -> None:
    """LOAD "DAT:name",array: the array's first elements; a list of one dimension grows if there are more.

    `whole` cuts them to ints, as the elements of a `%` array.
    """
    resource = _loaded(machine, name, DATA)
    values = machine.storage.read_array(resource.name, resource.project).values
    basic.stored(array, 0, map(basic.to_integer if whole else float, values))


def save_numbers(machine: Machine, name: str, array: list[Any], *, whole: bool = False) -> None:
    """SAVE "DAT:name",array: as floats, or as ints of 32 bits (`whole`), as a `%` array is saved."""
    kind, elements = ("%", basic.flat(array)) if whole else ("#", [*map(float, basic.flat(array))])
    numbers = Numbers(kind, basic.sizes(array), elements)
    machine.storage.write_array(_changed(machine, name, DATA).name, numbers)


def load_page(machine: Machine, name: str, x: int = 0, y: int = 0) -> None:
    """LOAD "GRPn:name"[,x,y]: a picture onto page n, its top left corner at x, y."""
    resource = _loaded(machine, name, files.PAGE)
    picture = machine.storage.read_page(resource.name, resource.project)
    put_picture(machine, files.page_number(resource), picture, x, y)


def save_page(machine: Machine, name: str) -> None:
    """SAVE "GRPn:name": the whole of page n."""
    resource = _changed(machine, name, files.PAGE)
    machine.storage.write_page(resource.name, page_picture(machine, files.page_number(resource)))


def exists(machine: Machine, name: str) -> bool:
    """CHKFILE: whether there is such a file."""
    return bool(files.check_file(machine, name))


def delete(machine: Machine, name: str) -> None:
    """DELETE "[TXT:|DAT:]name"."""
    files.delete_file(machine, name)


def rename(machine: Machine, old: str, new: str) -> None:
    """RENAME "[TXT:|DAT:]old","[TXT:|DAT:]new"."""
    files.rename_file(machine, old, new)


def names(machine: Machine, kind: str = "") -> list[str]:
    """FILES [type$,]names$: the names of all files, or of those of a type, "TXT:" or "DAT:".

    `*` stands before the name of a text, a blank before that of an array or page.
    """
    return files.file_names(machine, kind)


def print_names(machine: Machine, kind: str = "") -> None:
    """FILES without an array: prints them, one a line."""
    for name in names(machine, kind):
        machine.console.print(name)


def _loaded(machine: Machine, name: str, kind: str) -> Resource:
    """Reads the name of a file that is to be loaded, which must be of that kind; sets RESULT."""
    return _of_kind(machine, files.parse_resource(name), kind)


def _changed(machine: Machine, name: str, kind: str) -> Resource:
    """Reads the name of a file that is to be saved, of that kind and in the present project; sets RESULT."""
    return _of_kind(machine, files.parse_own_file(name, 1), kind)


def _of_kind(machine: Machine, resource: Resource, kind: str) -> Resource:
    """Returns the resource unchanged, and sets RESULT. Raises IllegalFunctionCall for another kind."""
    if resource.kind != kind:
        raise IllegalFunctionCall(argument=1)
    machine.system.result = files.YES
    return resource
