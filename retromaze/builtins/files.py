"""Files: loading, saving, listing, deleting and renaming them on the storage folder.

The console asks before it saves, deletes, renames or loads; here the answer is always yes, and RESULT is 1 as
after that answer.
Source: manual, Files; machine reference, section 9.3; language reference, sections 5.11 and 9.4.

Parses file names as LOAD, SAVE and EXEC take them: `MAZE`, `PRG1:MAZE`, `TXT:NOTE`, `GRP0:SYS/X`.

A project's name and a slash may stand before the file's. The storage requires a valid name on either side of
the slash, so that no other path can be written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from retromaze.builtins.arrays import integer_argument, store_elements
from retromaze.builtins.computer_interface import SLOTS, Computer
from retromaze.builtins.form import Change, Handling, Reads
from retromaze.builtins.registry import FileName, Truth, Value, builtin, form
from retromaze.errors import BasicSyntaxError, CantUseInProgram, IllegalFunctionCall, LoadFailed, TypeMismatch
from retromaze.language.lexer import ascii_upper, is_too_long, program_too_long, with_line_feeds
from retromaze.machine.file_formats import Numbers
from retromaze.machine.machine import Machine, page_picture, put_picture
from retromaze.machine.page import PAGES
from retromaze.machine.screen import FONT_PAGE
from retromaze.machine.storage import DATA, DEFAULT_PROJECT, TEXT
from retromaze.values import costs
from retromaze.values.arrays import REAL, STRING, Array

PROGRAM, PAGE = "PRG", "GRP"

# (kind, number) of a Resource by its prefix
PREFIXES: dict[str, tuple[str, int | None]] = {
    "PRG": (PROGRAM, None),
    TEXT: (TEXT, None),
    DATA: (DATA, None),
    "GRPF": (PAGE, FONT_PAGE),
    **{f"PRG{slot}": (PROGRAM, slot) for slot in range(SLOTS)},
    **{f"GRP{page}": (PAGE, page) for page in PAGES},
}


@dataclass(frozen=True, slots=True)
class Resource:
    """A file's name, and the kind of file and the slot or page that its prefix says.

    `kind` is "PRG", "TXT", "DAT" or "GRP". `number` is the slot 0 to 3 (None: the current one), or the page 0
    to 5 (-1: the font), else None. `prefix` is the text before the colon, "" if there is none. `project` is
    None for the present project.
    """

    kind: str
    number: int | None
    name: str
    prefix: str
    project: str | None = None

    @property
    def list(self) -> str:
        """The list of files that contains it: "TXT" for programs and texts, "DAT" for pages and arrays."""
        return TEXT if self.kind in {PROGRAM, TEXT} else DATA


def parse_resource(text: str) -> Resource:
    """Reads a name with its prefix and project; a name without a prefix is a program's.

    Raises IllegalFunctionCall for an unknown prefix or an empty name; the storage checks the rest.
    Source: language reference, section 9.4; the project before the name: published programs.
    """
    prefix, colon, place = text.rpartition(":")
    kind_and_number = PREFIXES.get(ascii_upper(prefix)) if colon else (PROGRAM, None)
    project, slash, name = place.rpartition("/")
    if kind_and_number is None or not name or (slash and not project):
        raise IllegalFunctionCall("no name of a file")
    return Resource(*kind_and_number, name, ascii_upper(prefix), project if slash else None)


def load_program(computer: Computer, resource: Resource, *, restarting: bool = False) -> int:
    """Loads a program from the storage into the slot that its name says, and returns the slot's number.

    Raises IllegalFunctionCall for the name of another kind of file, and for a slot that is running, unless
    the caller is `restarting` it; OutOfCodeMemory for a program that is too long for a slot.
    """
    if resource.kind != PROGRAM:
        raise IllegalFunctionCall
    slot = computer.slot if resource.number is None else resource.number
    if slot in computer.running and not restarting:
        raise IllegalFunctionCall("the running slot cannot be loaded into")
    name, path = ascii_upper(resource.name), ""
    try:
        text = with_line_feeds(computer.machine.storage.read_text(resource.name, resource.project))
    except LoadFailed:
        # the console has the program that was started among its files: EXEC "PRG0:TITLE" is the way back
        started = None if resource.project else computer.listings.get(name)
        if started is None:
            raise
        text, path = started.source, started.path
    if is_too_long(text):
        raise program_too_long()
    computer.load_source(slot, text, name, path, restarting=restarting)
    return slot


TextOrResized = Annotated[Value, Handling.RESIZED] | None
"""A text, or an array that gets the elements of a file or the names of files."""

LOAD_RATES = (
    *(costs.LOAD_COST, costs.DECODE_COST, costs.MOVE_COST, costs.CONVERSION_COST),
    *(costs.ROW_SEARCH_COST, costs.ROW_WRITE_COST, costs.UNFILTER_COST, costs.SURROGATE_COST),
)
STORAGE = Change.MACHINE | Change.SYSTEM
"""What a word changes that asks before it changes the storage: RESULT too."""
YES = 1
"""RESULT after a dialog. The console asks first, so RESULT is set before an error of the storage."""
PROJECTS = "//"
MARKS = {TEXT: "*", DATA: " "}
"""The character that FILES writes before a name. Source: machine reference, 9.3 (published programs)."""


@builtin("LOAD", *LOAD_RATES, cost=30_000, changes=STORAGE | Change.SLOTS, reads=Reads.MACHINE)
def load(
    computer: Computer,
    name: FileName,
    second: TextOrResized = None,
    third: Value | None = None,
    fourth: Value | None = None,
) -> None:
    """LOAD "[PRGn:]name"[,dialog] loads a program into a slot that is not running.
    LOAD "DAT:name",array[,dialog] loads numbers into an array, which grows if it has one dimension.
    LOAD "GRPn:name"[,x,y][,dialog] loads a page onto a page, its top left corner at x, y.

    PROJECT/ before the name of a file loads it from another project.
    Raises LoadFailed for a missing project or file, IllegalFileFormat for a file of another kind or a damaged
    one, IllegalFunctionCall for a text that can be no name.
    """
    resource = parse_resource(name)
    # the arguments after the name, without those left out at the end
    more = [second, third, fourth]
    while more and more[-1] is None:
        more.pop()
    if resource.kind == PROGRAM:
        answer_load_dialog(computer, more, 0)
        load_program(computer, resource)
    elif resource.kind == DATA:
        answer_load_dialog(computer, more, 1)
        array = numeric_array(more[0] if more else None)
        values = computer.machine.storage.read_array(resource.name, resource.project).values
        store_elements(computer.machine, array, 0, values)
    elif resource.kind == PAGE:
        has_place = len(more) > 1  # x and y; a single argument is the dialog flag
        answer_load_dialog(computer, more, 2 if has_place else 0)
        x, y = (integer_argument(more[0], 2), integer_argument(more[1], 3)) if has_place else (0, 0)
        picture = computer.machine.storage.read_page(resource.name, resource.project)
        put_picture(computer.machine, page_number(resource), picture, x, y)
    else:
        raise IllegalFunctionCall("a text is loaded by LOAD name OUT text$")


@form("LOAD", changes=Change.SYSTEM, reads=Reads.MACHINE)
def load_text(computer: Computer, name: FileName, dialog: int = YES) -> str:
    """LOAD("TXT:name"[,dialog]) · LOAD "TXT:name"[,dialog] OUT text$ is the text of a file."""
    resource = parse_resource(name)
    if resource.kind != TEXT:
        raise IllegalFunctionCall(argument=1)
    if dialog:
        computer.machine.system.result = YES
    text = computer.machine.storage.read_text(resource.name, resource.project)
    computer.machine.spend(costs.LOAD_COST.of(len(text)))
    return computer.memory.allocate_string(text)


def answer_load_dialog(computer: Computer, more: list[Value | None], flag: int) -> None:
    """Answers the dialog of LOAD with yes: sets RESULT to 1, unless the flag is 0, which means no dialog.

    `more` are the arguments after the name. The last one, at index `flag`, is the flag; it may be missing.
    """
    if len(more) > flag + 1:
        raise IllegalFunctionCall
    # index 0 is argument 2
    if len(more) <= flag or integer_argument(more[flag], flag + 2):
        computer.machine.system.result = YES


def numeric_array(value: Value | None) -> Array:
    """Returns the second argument of LOAD or SAVE, which must be a numeric array.

    Raises IllegalFunctionCall if it is missing, TypeMismatch if it is anything else.
    """
    if value is None:
        raise IllegalFunctionCall
    if not isinstance(value, Array) or value.kind == STRING:
        raise TypeMismatch(argument=2)
    return value


SAVE_RATES = costs.SAVE_COST, costs.ENCODE_COST, costs.SURROGATE_COST


@builtin("SAVE", *SAVE_RATES, cost=30_000, shape_error=BasicSyntaxError, changes=STORAGE | Change.SLOTS)
def save(computer: Computer, name: FileName, content: Value | None = None) -> None:
    """SAVE "[PRGn:]name" · SAVE "TXT:name",text$ · SAVE "DAT:name",array · SAVE "GRPn:name" saves to a file.

    A program is saved from its slot (the current one without a prefix). A file of that name is replaced.
    Unverified: IllegalFunctionCall for a name with a project.
    """
    resource = parse_own_file(name, 1)
    storage = computer.machine.storage
    # a program and a page are in the machine; a text or an array is given
    if (content is None) != (resource.kind in {PROGRAM, PAGE}):
        raise BasicSyntaxError
    computer.machine.system.result = YES
    if resource.kind == PROGRAM:
        slot = computer.slots[computer.slot if resource.number is None else resource.number]
        storage.write_text(resource.name, slot.source)
        slot.name = ascii_upper(resource.name)  # PRGNAME$ is the file of that slot from now on
    elif resource.kind == PAGE:
        storage.write_page(resource.name, page_picture(computer.machine, page_number(resource)))
    elif resource.kind == DATA:
        storage.write_array(resource.name, stored_numbers(numeric_array(content)))
    elif isinstance(content, str):
        computer.machine.spend(costs.SAVE_COST.of(len(content)))
        storage.write_text(resource.name, content)
    else:
        raise TypeMismatch(argument=2)


def page_number(resource: Resource) -> int:
    """Returns the number of the page that a resource of kind "GRP" names."""
    assert resource.number is not None  # each prefix of a page in PREFIXES has the page's number
    return resource.number


def stored_numbers(array: Array) -> Numbers:
    """Returns a numeric array as the contents of a file."""
    # PUSH and POP change an array's length, but not `sizes`
    sizes = (len(array),) if array.one_dimensional else array.sizes
    values = array.values()
    # an array of Reals that the compiler proved whole holds ints
    return Numbers(array.kind, sizes, [float(value) for value in values] if array.kind == REAL else values)


@builtin("FILES", cost=6_000, shape_error=BasicSyntaxError, changes=Change.MACHINE)
def files(computer: Computer, first: TextOrResized = None, second: TextOrResized = None) -> None:
    """FILES [type$][,names$] prints the names of files, or stores them in a string array, which they fill.

    type$ is "TXT:" (texts and programs) or "DAT:" (arrays and pages), a project's name, with "/" behind it or
    without, or both ("TXT:NAME/"), and "//" for the projects. `*` stands before the name of a text or
    program, a blank before that of an array or page, "/" behind that of a project.
    Source: published programs read them so. Unverified: the default project as "DEFAULT/", and nothing for a
    project that is not there.
    """
    if isinstance(first, Array) and second is None:
        first, second = None, first  # FILES names$
    if not isinstance(first, str | None):
        raise TypeMismatch(argument=1)
    if not isinstance(second, Array | None) or (second is not None and second.kind != STRING):
        raise TypeMismatch(argument=2)
    names = file_names(computer.machine, first or "")
    if second is not None:
        second.store(0, names)
        # `store` only lengthens the array
        if second.one_dimensional:
            del second.items[len(names) :]
        return
    for name in names:
        computer.machine.spend(costs.PRINT_COST)
        computer.machine.console.print(name)


def file_names(machine: Machine, kind: str) -> list[str]:
    """Returns the names that FILES lists for its type$. Raises IllegalFunctionCall for an unknown one."""
    storage, kind = machine.storage, ascii_upper(kind)
    if kind == PROJECTS:
        return [f"{project}/" for project in storage.projects()]
    prefix, colon, place = kind.rpartition(":")  # without a colon it is a project's name, or ""
    if colon and prefix not in MARKS:
        raise IllegalFunctionCall(argument=1)
    project = place.removesuffix("/") or None
    kinds = [prefix] if colon else MARKS
    return [MARKS[each] + name for each in kinds for name in storage.names(each, project)]


@builtin("DELETE", cost=6_000, shape_error=BasicSyntaxError, changes=STORAGE)
def delete(computer: Computer, name: FileName) -> None:
    """DELETE "[TXT:|DAT:]name" deletes a file, without a prefix a text or program.

    Raises LoadFailed where there is none.
    Unverified: IllegalFunctionCall for a name with a project.
    """
    delete_file(computer.machine, name)


def delete_file(machine: Machine, name: str) -> None:
    """Deletes the file that a name with its prefix means. Raises LoadFailed where there is none."""
    resource = parse_file_name(name, 1)
    machine.system.result = YES
    machine.storage.delete(resource.list, resource.name)


@builtin("RENAME", cost=6_000, shape_error=BasicSyntaxError, changes=STORAGE)
def rename(computer: Computer, old: FileName, new: FileName) -> None:
    """RENAME "[TXT:|DAT:]old","[TXT:|DAT:]new" renames a file; the second prefix may be missing.

    Raises LoadFailed where there is no such file.
    Unverified: IllegalFunctionCall where the new name is taken, and for a name with a project.
    """
    rename_file(computer.machine, old, new)


def rename_file(machine: Machine, old: str, new: str) -> None:
    """Renames a file; the new name may have a prefix too, but only one of the same list of files."""
    source, target = parse_file_name(old, 1), parse_file_name(new, 2)
    if target.prefix and target.list != source.list:  # a file stays in its list
        raise IllegalFunctionCall(argument=2)
    machine.system.result = YES
    machine.storage.rename(source.list, source.name, target.name)


def parse_file_name(name: str, argument: int) -> Resource:
    """Reads a file's name for DELETE or RENAME. Raises IllegalFunctionCall if it names a slot or page."""
    resource = parse_own_file(name, argument)
    if resource.number is not None:
        raise IllegalFunctionCall(argument=argument)
    return resource


def parse_own_file(name: str, argument: int) -> Resource:
    """Reads the name of a file that is to be changed. Raises IllegalFunctionCall if a project is named."""
    resource = parse_resource(name)
    if resource.project is not None:
        raise IllegalFunctionCall("only files of the present project can be changed", argument=argument)
    return resource


@builtin("CHKFILE", cost=300, reads=Reads.MACHINE)
def check_file(machine: Machine, name: FileName) -> Truth:
    """CHKFILE("[prefix:]name") is 1 if there is such a file, else 0; texts and programs without a prefix.

    A project's name may stand before the file's as for LOAD.
    """
    resource = parse_resource(name)
    return int(machine.storage.exists(resource.list, resource.name, resource.project))


@builtin("PROJECT")
def select_project(computer: Computer, name: str) -> None:
    """PROJECT "name" chooses the project all file names mean, "" the default one; in DIRECT mode only."""
    if computer.running:
        raise CantUseInProgram
    computer.machine.storage.select_project(name)


@form("PROJECT", reads=Reads.MACHINE)
def project(machine: Machine) -> str:
    """PROJECT() · PROJECT OUT name$ is the name of the present project, "" for the default one."""
    name = machine.storage.project
    return "" if name == DEFAULT_PROJECT else name
