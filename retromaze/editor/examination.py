"""Examines programs and folders of them: what they need, where their files are, which program begins."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from pathlib import Path, PurePath
from typing import NamedTuple

from retromaze.analysis.graphs import reachable
from retromaze.analysis.programs import analyse_listing
from retromaze.builtins.files import PROGRAM as PROGRAM_FILE
from retromaze.builtins.files import Resource
from retromaze.builtins.reference import all_words
from retromaze.editor.console_needs import FileRole, FileUse, Needs, file_uses, needs_of
from retromaze.engine.listing_file import LONGEST_FILE, ForeignListing, UnreadableListing, decode_listing
from retromaze.engine.misspelt import BEFORE_A_STATEMENT, tokens
from retromaze.errors import BasicError, IllegalFileFormat
from retromaze.language.lexer import Token, lines_of, with_line_feeds
from retromaze.language.program import Program
from retromaze.machine.file_formats import (
    SIGNATURE,
    Container,
    Member,
    Numbers,
    PictureContent,
    decode_document,
    decode_png,
    is_container,
    read_container,
)
from retromaze.machine.storage import (
    CopiedFiles,
    SiblingFiles,
    Storage,
    is_real_folder,
    is_regular,
    names_by_capitals,
    names_in_folder,
    read_regular,
)
from retromaze.recursion import deepest_recursion, drop_traceback

PROGRAM, TEXT, ARRAY, PAGE, ARCHIVE = "PRG", "TXT", "DAT", "GRP", "PRJ"
EXAMINED_LENGTH = 20_000
"""The number of characters at the beginning of a text by which a program is recognized."""
NO_STATEMENT = BEFORE_A_STATEMENT - {"LABEL"} | {"$END"}
"""The types of tokens that come where a statement may begin, but begin none: separators and the end."""


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: a text of the console or a PC, an array, a page (a picture), or an archive.

    `kind` is "PRG", "TXT", "DAT", "GRP" or "PRJ"; "" for a file that is none of the console's kinds, and then
    `reason` says why. `of_console`: whether the file has the console's own format. `text` is the text of a
    program or text file. `sizes` are the dimensions of an array, or width and height of a page; `members` are
    the files of an archive.
    """

    kind: str
    of_console: bool = False
    text: str = ""
    sizes: tuple[int, ...] = ()
    members: tuple[Member, ...] = ()
    reason: str = ""


def read_contents(data: bytes, name: str) -> Contents:
    """Returns the contents of a file, recognised by its bytes and name."""
    try:
        if is_container(data):
            return contents_of(read_container(data))
        if data.startswith(SIGNATURE):
            picture = decode_png(data)
            return Contents(PAGE, sizes=(picture.width, picture.height))
        if PurePath(name).suffix.lower() == ".json":
            return Contents(ARRAY, sizes=decode_document(data).sizes)
        if len(data) > LONGEST_FILE:
            return Contents("", reason="larger than any program")
        # "it" in place of a path: errors begin with `it is`, which is cut off below
        text = decode_listing(data, "it")
        has_program_suffix = PurePath(name).suffix.lower() in {".bas", ".prg"}
        return Contents(PROGRAM if has_program_suffix or is_program(text) else TEXT, text=text)
    except BasicError as error:
        return Contents("", reason=error.detail or error.wording)
    except ForeignListing as error:
        return Contents("", reason=f"{str(error).removeprefix('it is ')}; `retromaze convert` makes it UTF-8")
    except UnreadableListing as error:
        return Contents("", reason=str(error).removeprefix("it is "))


def contents_of(container: Container) -> Contents:
    """Returns the contents of a file of the console, whose icon byte says whether a text is a program."""
    match container.content:
        case str() as text:
            return Contents(container.kind, of_console=True, text=with_line_feeds(text))
        case Numbers(sizes=sizes):
            return Contents(ARRAY, of_console=True, sizes=sizes)
        case PictureContent() as picture:
            return Contents(PAGE, of_console=True, sizes=(picture.width, picture.height))
        case members:
            return Contents(ARCHIVE, of_console=True, members=members)


def is_program(text: str) -> bool:
    """Whether a text looks like a program: half of its statements begin as statements do.

    A text without statements is a program if it has a comment.
    """
    beginning = text[:EXAMINED_LENGTH]
    found = tokens(beginning)
    # for each token the types of its neighbours; beyond the ends of the text, those that end a statement
    previous_types = ["_NEWLINE", *(token.type for token in found)]
    next_types = [*(token.type for token in found[1:]), "$END"]
    valid_begins = [
        may_begin_statement(token, next_type)
        for token, previous_type, next_type in zip(found, previous_types, next_types, strict=False)
        if previous_type in BEFORE_A_STATEMENT and token.type not in NO_STATEMENT
    ]
    if not valid_begins:
        return any(line.lstrip().startswith("'") for line in beginning.split("\n"))
    return 2 * sum(valid_begins) >= len(valid_begins)


def may_begin_statement(token: Token, next_type: str) -> bool:
    """Whether a statement may begin with this token, if the next one has the type `next_type`."""
    # a name begins a statement if it is a word of the language, or if a value is stored in it
    if token.type == "NAME":
        return str(token) in all_words() or next_type in {"_BECOMES", "LSQB"}
    return token.isalpha() or token.type in {"LABEL", "QUESTION"}


class FileKey(NamedTuple):
    """Identifies a file: its project (None: the present one), kind and name, in upper case."""

    project: str | None
    kind: str
    name: str


class State(Enum):
    """The state of a file that a program loads."""

    EXISTS = "there"
    SAVED_LATER = "made"
    """It does not exist yet: this program or another of its folder saves it."""
    CHECKED_FIRST = "asked for first"
    """It does not exist, but the program checks that by CHKFILE."""
    COMPUTED = "computed"
    INVALID = "no name of a file"
    UNREADABLE = "cannot be read"
    """It exists, but is no program, or one with an error that is found before a run."""
    MISSING = "missing"


class Load(NamedTuple):
    """A file that a program loads by `use`: its `path` if it exists, or the folders `searched`."""

    use: FileUse
    state: State
    path: Path | None = None
    searched: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Examination:
    """The result of examining a program: its text and parsed form, or the `error`, its needs, its files.

    `read_program` fills in all but `needs` and `loads`; `examine` adds these. `file_uses` are the calls that
    name files, each in a role such as loading or saving. `needs` are the parts of the console that the
    program uses, and its words that do not work here: None before `examine`, or if it could not be read.
    """

    source: str
    program: Program | None
    error: BasicError | None = None
    file_uses: tuple[FileUse, ...] = ()
    needs: Needs | None = None
    loads: tuple[Load, ...] = ()

    @property
    def lines(self) -> int:
        return len(lines_of(self.source))

    @property
    def common_defs(self) -> frozenset[str]:
        """The names of the program's COMMON DEFs, which other programs may call."""
        definitions = self.program.definitions if self.program else {}
        return frozenset(name for name, scope in definitions.items() if scope.is_common)

    def uses(self, role: FileRole) -> list[FileUse]:
        return [use for use in self.file_uses if use.role is role]

    def file_keys(self, role: FileRole) -> set[FileKey]:
        """Returns the files that the program names in one role, as far as their names are known."""
        return {key_of(use.resource) for use in self.uses(role) if use.resource}

    @property
    def missing(self) -> list[Load]:
        return [load for load in self.loads if load.state in {State.MISSING, State.INVALID, State.UNREADABLE}]

    @property
    def can_run(self) -> bool:
        """Whether the program can run here, as far as its text shows."""
        needs = self.needs
        # a program that could not be read cannot run
        if needs is None:
            return False
        return not (needs.absent or needs.silent or needs.unknown or needs.refused or self.missing)


def read_program(source: str, name: str) -> Examination:
    """Parses a listing as the machine does before a run; `name` is its path for an error.

    Returns an examination without `needs` and `loads`; with the `error` if there is one.
    """
    try:
        with deepest_recursion:
            program = analyse_listing(source)
            return Examination(source, program, file_uses=tuple(file_uses(program)))
    except BasicError as error:
        error.path, error.source = name, source
        return Examination(source, None, drop_traceback(error))


def examine(
    parsed: Examination, storage: Storage, common_defs: Collection[str], saved: Collection[FileKey]
) -> Examination:
    """Adds the program's needs and the files that it loads; changes nothing if it could not be read.

    `common_defs` are the names of COMMON DEFs of other programs, `saved` the files that other programs save.
    Files are searched in `storage`, which also finds those next to the listing.
    """
    if parsed.program is None:
        return parsed
    # a program may load what it saves itself
    saved = {*saved, *parsed.file_keys(FileRole.SAVES)}
    asked_for = parsed.file_keys(FileRole.ASKS)
    loads = tuple(find_load(use, storage, saved, asked_for) for use in parsed.uses(FileRole.LOADS))
    return replace(parsed, needs=needs_of(parsed.program, common_defs), loads=loads)


def offered_to_others(programs: Collection[Examination]) -> tuple[set[str], set[FileKey]]:
    """Returns the names of the programs' COMMON DEFs, which others may call, and the files that they save."""
    common_defs = {name for each in programs for name in each.common_defs}
    return common_defs, {key for each in programs for key in each.file_keys(FileRole.SAVES)}


def find_load(
    use: FileUse, storage: Storage, saved: Collection[FileKey], asked_for: Collection[FileKey]
) -> Load:
    """Returns the state of a file that a program loads.

    Programs save the files `saved`; the program asks by CHKFILE whether the files `asked_for` exist.
    """
    # None if the name is computed at run time or not accepted
    resource = use.resource
    if resource is None:
        return Load(use, State.INVALID if use.is_invalid else State.COMPUTED)
    path = path_of_resource(resource, storage)
    if path is not None:
        return Load(use, State.EXISTS, path)
    if key_of(resource) in saved:
        return Load(use, State.SAVED_LATER)
    if key_of(resource) in asked_for:
        return Load(use, State.CHECKED_FIRST)
    project = storage.project_or_chosen(resource.project)
    # None: files next to the listing belong to the default project only
    siblings = storage.siblings_of(project)
    searched = (storage.backend.place(project, resource.list), siblings.place if siblings else "")
    return Load(use, State.MISSING, searched=tuple(filter(None, searched)))


def path_of_resource(resource: Resource, storage: Storage) -> Path | None:
    """Returns the path of the file that LOAD would load, in the storage or next to the listing, or None."""
    project, name = storage.project_or_chosen(resource.project), resource.name.upper()
    if storage.backend.exists(project, resource.list, name):
        return Path(storage.backend.place(project, resource.list)) / name
    siblings = storage.siblings_of(project)
    return siblings.find(resource.list, name) if isinstance(siblings, SiblingFiles) else None


def key_of(resource: Resource) -> FileKey:
    """Returns a file's project, list (TXT or DAT) and name in upper case: equal files have equal keys."""
    project = resource.project.upper() if resource.project is not None else None
    return FileKey(project, resource.list, resource.name.upper())


# ---- files on the disk

MOST_LOADED_PROGRAMS = 16
"""The most programs that are read for their COMMON DEFs."""
MOST_CHARACTERS = 2 << 20
"""The most characters of programs that are parsed, which takes some ten seconds."""
MOST_COPIED = 64 << 20
"""The most bytes of files that are copied along with a listing."""


def contents_at(path: Path) -> Contents:
    """Returns the contents of a file on the disk; they have no kind, but a reason, if it cannot be read."""
    try:
        data = read_regular(path)
    except IllegalFileFormat as error:
        return Contents("", reason=error.detail)
    except OSError as error:
        return Contents("", reason=error.strerror or str(error))
    return Contents("", reason="no regular file") if data is None else read_contents(data, path.name)


def storage_beside(listing: Path, folder: Path, names: Mapping[str, Sequence[str]] | None = None) -> Storage:
    """Returns the storage that `retromaze run` gives to a listing; `folder` is the storage's own folder.

    `names` are the file names in the listing's folder by their upper-case forms, None to read them.
    """
    storage = Storage(folder)
    storage.siblings = SiblingFiles(listing, names_by_capitals(listing.parent) if names is None else names)
    return storage


def examine_program(text: str, path: Path, folder: Path) -> Examination:
    """Examines the text of a program whose file is `path`; `folder` is the storage's folder."""
    storage = storage_beside(path, folder)
    parsed = read_program(text, str(path))
    loaded = programs_loaded_by(parsed, storage)
    examination = examine(parsed, storage, *offered_to_others(loaded))
    unreadable = {each.error.path for each in loaded if each.error}
    loads = (
        load._replace(state=State.UNREADABLE) if str(load.path) in unreadable else load
        for load in examination.loads
    )
    return replace(examination, loads=tuple(loads))


def programs_loaded_by(parsed: Examination, storage: Storage) -> list[Examination]:
    """Returns the programs that a program loads, directly or through others: at most MOST_LOADED_PROGRAMS.

    Programs after the first MOST_CHARACTERS characters are read as empty texts.
    """
    by_path: dict[Path, Examination] = {}
    waiting = [parsed]
    characters_left = MOST_CHARACTERS
    while waiting:
        for resource in (use.resource for use in waiting.pop().uses(FileRole.LOADS)):
            # without a resource the name is computed at run time, or not accepted
            if resource is None or resource.kind != PROGRAM_FILE:
                continue
            path = path_of_resource(resource, storage)
            if path and path not in by_path and len(by_path) < MOST_LOADED_PROGRAMS:
                contents = contents_at(path)
                characters_left -= len(contents.text)
                # stored even if it is too long, so that its file is not read again
                by_path[path] = read_program(contents.text if characters_left >= 0 else "", str(path))
                if not contents.kind:
                    error = IllegalFileFormat(contents.reason)
                    error.path = str(path)
                    by_path[path] = replace(by_path[path], error=error)
                waiting.append(by_path[path])
    return list(by_path.values())


def files_to_copy(listing: Path, text: str) -> CopiedFiles:
    """Returns the files beside a listing that it uses, or that the programs beside it use that it loads.

    They are copied along when the listing is run elsewhere, in a browser for instance. Files that would make
    more than MOST_COPIED bytes together are left out.
    """
    siblings = SiblingFiles(listing, names_by_capitals(listing.parent))
    storage = Storage()
    storage.siblings = siblings
    parsed = read_program(text, str(listing))
    programs = (parsed, *programs_loaded_by(parsed, storage))
    roles = (FileRole.LOADS, FileRole.ASKS)
    keys = {key for each in programs for role in roles for key in each.file_keys(role)}
    files: dict[tuple[str, str], bytes] = {}
    bytes_left = MOST_COPIED
    # files next to a listing belong to the present project, which has the key None
    for _, kind, name in sorted(key for key in keys if key.project is None):
        with suppress(IllegalFileFormat):  # no file of the machine is so large
            data = siblings.read(kind, name)
            if data is not None and len(data) <= bytes_left:
                bytes_left -= len(data)
                files[kind, name] = data
    return CopiedFiles(siblings.root, files)


# ---- folders

MOST_FILES = 2_000
"""The most files of a folder that are examined."""
MOST_BYTES = 64 << 20
"""The most bytes of files that are read."""


@dataclass(frozen=True)
class FolderExamination:
    """A folder's `programs`, `others` of its console files, and `loaders`, the programs that load each file.

    All are by file name. `unrecognized` maps the name of any other file to the reason why it is not the
    console's. `skipped` are files beyond the limits; `folders` are the folders inside.
    """

    root: Path
    programs: Mapping[str, Examination]
    others: Mapping[str, Contents]
    unrecognized: Mapping[str, str]
    skipped: tuple[str, ...]
    folders: tuple[str, ...]
    loaders: Mapping[str, list[str]]

    @property
    def entry_programs(self) -> list[str]:
        """The programs with which a user may begin: those that no other program loads.

        If each program is loaded by another, those that load most programs. The one that loads most comes
        first; programs that cannot be read come last.
        """
        not_loaded = [name for name in self.programs if name not in self.loaders]
        # how many programs each program loads, directly or through others, and itself
        counts = {name: len(reachable([name], self.programs_loaded)) for name in not_loaded or self.programs}
        most = max(counts.values(), default=0)
        chosen = not_loaded or [name for name, count in counts.items() if count == most]
        # readable programs come first, of these the ones that load most
        return sorted(chosen, key=lambda name: (self.programs[name].needs is None, -counts[name], name))

    @cached_property
    def programs_loaded(self) -> dict[str, set[str]]:
        """The programs of the folder that each program loads."""
        loaded: dict[str, set[str]] = {}
        for name, loaders in self.loaders.items():
            # `self.loaders` has files that are no programs, too
            if name in self.programs:
                for loader in loaders:
                    loaded.setdefault(loader, set()).add(name)
        return loaded

    @property
    def unused(self) -> list[str]:
        """The files that no program of the folder loads."""
        return [name for name in self.others if name not in self.loaders]

    @property
    def computed(self) -> int:
        """The number of file names that are computed at run time."""
        return sum(load.state is State.COMPUTED for each in self.programs.values() for load in each.loads)

    @property
    def can_run(self) -> bool:
        """Whether there are programs and all can run here, as far as their texts show."""
        return bool(self.programs) and all(each.can_run for each in self.programs.values())


def examine_folder(root: Path, storage: Path) -> FolderExamination:
    """Examines the regular files of a folder, without links and folders; `storage` is the storage's folder.

    Each program may call the COMMON DEFs of the others and load files that they save.
    """
    names = sorted(names_in_folder(root))
    contents, skipped = read_files(root, [each for each in names if is_regular(root / each)])
    unrecognized = {name: each.reason for name, each in contents.items() if not each.kind}
    texts = {name: each.text for name, each in contents.items() if each.kind == PROGRAM}
    parsed = {name: read_program(text, str(root / name)) for name, text in texts.items()}
    common_defs, saved = offered_to_others(parsed.values())
    # read once for all programs
    sibling_names = names_by_capitals(root)
    programs = {
        name: examine(each, storage_beside(root / name, storage, sibling_names), common_defs, saved)
        for name, each in parsed.items()
    }
    loaders: dict[str, list[str]] = {}
    for name, each in programs.items():
        for path in sorted({load.path for load in each.loads if load.path}):
            # a program that loads itself is left out: `loaders` are other programs
            if path.parent == root.resolve() and path.name != name:
                loaders.setdefault(path.name, []).append(name)
    others = {name: each for name, each in contents.items() if each.kind not in {"", PROGRAM}}
    folders = tuple(name for name in names if is_real_folder(root / name))
    return FolderExamination(root, programs, others, unrecognized, tuple(skipped), folders, loaders)


def read_files(root: Path, names: Sequence[str]) -> tuple[dict[str, Contents], list[str]]:
    """Returns the contents of files of a folder by name, and the names of files beyond the limits."""
    contents: dict[str, Contents] = {}
    skipped = []
    bytes_left, characters_left = MOST_BYTES, MOST_CHARACTERS
    for name in names:
        size = (root / name).lstat().st_size
        # a file beyond the limits is not read, or not parsed
        found = contents_at(root / name) if size <= bytes_left and len(contents) < MOST_FILES else None
        if found is None or len(found.text) > characters_left:
            skipped.append(name)
        else:
            bytes_left -= size
            characters_left -= len(found.text)
            contents[name] = found
    return contents, skipped
