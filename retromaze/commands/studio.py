"""`retromaze studio`: serves a page with a listing, its Python port and a timeline."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from retromaze.commands import options
from retromaze.commands.options import add_set_option
from retromaze.commands.output import Terminated, is_taken, say, signals_as_interrupts, write_file
from retromaze.display.argument_parser import Parser
from retromaze.display.translation import language
from retromaze.errors import UsageError
from retromaze.machine.storage import stored_files

if TYPE_CHECKING:
    from retromaze.studio.messages import Open
    from retromaze.studio.open_program import UserFiles
    from retromaze.studio.session import ExportContents

DESCRIPTION = """\
Opens a page in the browser: the listing with the line that runs, the console's screens, and the Python port
with its line; a timeline of the whole run, variables, events, and the proof that both are equal.
"""
EPILOG = """\
The page is served by this process, to this computer alone, and needs no network; Ctrl-C ends it. A listing
of yours is shown with its port: the file that you name, the one of the same name next to it, or one that is
written as `retromaze port` does. LOAD finds the files next to the listing; once its text is changed on the
page, only those that the text on the disk names, as `retromaze doctor` lists them. Files that a listing
saves last as long as its run.

--export writes the page with Python for the browser (Pyodide) inside: OUT.html is one file that opens by a
double-click, OUT/ a folder for any web server. It contains your listing, and of the files that LOAD finds
only those of --storage.
"""
FIRST = "backtracker"
FIRST_SHOWN_MOMENT = 1
"""The moment at which a program of ours is opened: what comes before its first event shows nothing."""

EXPORTED_SEED = 1


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "listing", metavar="NAME|FILE", nargs="?", help=f"a program or a listing (default: {FIRST})"
    )
    parser.add_argument("port_file", metavar="PORT.py", nargs="?", help="the listing's port")
    add_set_option(parser)
    parser.add_argument(
        "--seed",
        type=options.seed,
        metavar="N",
        help="the first seed (default: one is chosen; in an export 1)",
    )
    parser.add_argument(
        "--storage", type=options.existing_folder, metavar="FOLDER", help="folder with files that LOAD finds"
    )
    parser.more.add_argument(
        "--listen",
        type=options.port,
        default=0,
        metavar="N",
        help="the address's number, http://127.0.0.1:N/ (default: any free one)",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    parser.more.add_argument(
        "--frame",
        action="append",
        type=options.framing_origin,
        default=[],
        metavar="ORIGIN",
        help="let pages of that origin show the studio in a frame, as an editor does; may be repeated",
    )
    parser.add_argument(
        "--export",
        type=options.new_page_or_folder,
        metavar="OUT.html|OUT/",
        help="write the page into a file or a folder, to give it away",
    )
    parser.more.add_argument("--force", action="store_true", help="write over a file that exists")
    parser.more.add_argument(
        "--pyodide",
        type=options.existing_folder,
        metavar="FOLDER",
        help="folder with Pyodide as npm packs it, for --export; downloaded once if missing",
    )


def execute(arguments: argparse.Namespace) -> int:
    with signals_as_interrupts():
        return export(arguments) if arguments.export else serve(arguments)


def serve(arguments: argparse.Namespace) -> int:
    """Serves the page until it is interrupted; returns the exit status."""
    if arguments.pyodide:
        raise UsageError("--pyodide is for --export, which writes it into the page")
    if arguments.force:
        raise UsageError("--force is for --export, which writes a file")
    from retromaze.commands.operands import read_listing
    from retromaze.editor.examination import files_to_copy
    from retromaze.studio.prover_process import relay_to_prover
    from retromaze.studio.server import StudioServer, write_redirect_page
    from retromaze.studio.session import StudioSession

    opens, own = checked_workspace(arguments, exported=False)
    stored = stored_files(options.storage_of(arguments))
    # once the text is changed on the page, LOAD finds only the files that the text on the disk names
    beside = files_to_copy(own.listing, read_listing(str(own.listing)).source) if own else None
    # One folder for all temporary files: it is removed with the command, however a conversation ends.
    with TemporaryDirectory(prefix="retromaze-studio-", ignore_cleanup_errors=True) as place:
        home = Path(place)
        socket_handlers = {
            "/session": lambda channel: StudioSession(
                channel, opens, own, stored, home, siblings=beside
            ).serve(),
            "/proof": lambda channel: relay_to_prover(channel, own, home),
        }
        try:
            server = StudioServer(socket_handlers, arguments.listen, arguments.frame)
        except OSError as reason:
            # without the address, which Python adds to the system's message
            words = str(reason.strerror).partition(" (while ")[0]
            raise UsageError(f"nothing can be served at port {arguments.listen}: {words}") from None
        try:
            print(server.address, flush=True)
            print("retromaze: the studio is open there; Ctrl-C ends it", file=sys.stderr)
            if not arguments.no_browser:
                # a file, because other users of this computer can read command lines
                webbrowser.open(write_redirect_page(home, server.address))
            server.wait()
        except Terminated:  # a kind of KeyboardInterrupt, which says itself how the process ends
            raise
        except KeyboardInterrupt:
            print("retromaze: stopped", file=sys.stderr)
        finally:
            server.close()
    return 0


def export(arguments: argparse.Namespace) -> int:
    """Writes the page with everything it needs; returns the exit status. Raises UsageError and NoPyodide."""
    from retromaze.studio.export import folder, load_pyodide_files, one_file

    opens, own = checked_workspace(arguments, exported=True)
    target = Path(arguments.export)
    as_folder = options.is_folder_name(arguments.export)
    if not as_folder:
        sources = [path for path in (own.listing, own.port) if path] if own else []
        if target.exists() and any(map(target.samefile, sources)):
            raise UsageError(f"{target} is what goes into the page: name another file for it")
        if is_taken(target) and not arguments.force:
            raise UsageError(f"{target} exists; --force writes over it")
    contents = export_contents(arguments, opens, own)
    files = load_pyodide_files(arguments.pyodide)
    if not as_folder:
        return write_file(target, one_file(contents, files))
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        say(f"{target} cannot be made: {reason.strerror or reason}")
        return 1
    # a generator: no more is written after the first failure
    statuses = (write_file(target / name, data) for name, data in folder(contents, files).items())
    return next((status for status in statuses if status), 0)


def export_contents(arguments: argparse.Namespace, opens: Open, own: UserFiles | None) -> ExportContents:
    """Returns the contents of an exported page: what it opens first, and the texts of the user's files.

    The same command makes the same page, so that a seed is not chosen. Raises UsageError.
    """
    from retromaze.comparison.runnable_programs import text_of
    from retromaze.engine.listing_file import read_file
    from retromaze.lessons.lesson_reading import lessons_beside
    from retromaze.studio.open_program import user_pair_of
    from retromaze.studio.session import ExportContents, ExportedText, storage_as_json

    opens = replace(opens, seed=EXPORTED_SEED if opens.seed is None else opens.seed)
    stored = storage_as_json(stored_files(arguments.storage)) if arguments.storage else []
    if own is None:
        return ExportContents(opens, stored=stored)
    pair = user_pair_of(own)
    return ExportContents(
        opens,
        listing=ExportedText(own.listing.name, pair.text),
        port=ExportedText(own.port.name, text_of(pair.port)) if own.port else None,
        function=own.function,
        lessons=[ExportedText(path.name, read_file(path, path.name)) for path in lessons_beside(own.listing)],
        stored=stored,
    )


def checked_workspace(arguments: argparse.Namespace, *, exported: bool) -> tuple[Open, UserFiles | None]:
    """Returns what the page opens first, with its language, and the user's files, None for a program of ours.

    Raises UsageError, for wrong sizes too.
    """
    from retromaze.studio.open_program import open_workspace

    opens, own = requested_workspace(arguments)
    if opens.sizes:
        # opened once to find wrong sizes here and not on the page
        with TemporaryDirectory() as folder:
            open_workspace(opens, own, Path(folder))
    return replace(opens, language=page_language(exported=exported)), own


def requested_workspace(arguments: argparse.Namespace) -> tuple[Open, UserFiles | None]:
    """Returns what the page opens first as the command line says, and the user's files, None for a program.

    Raises UsageError.
    """
    from retromaze.catalogue import CATALOGUE
    from retromaze.commands.operands import read_listing, unknown_name_message
    from retromaze.comparison.pairs import with_suffix_beside
    from retromaze.comparison.runnable_programs import read_port
    from retromaze.studio.messages import Open
    from retromaze.studio.open_program import UserFiles

    name = arguments.listing
    opens = Open(seed=arguments.seed, sizes=arguments.set)
    if name is None or name in CATALOGUE:
        if arguments.port_file:
            raise UsageError(f"{name} brings its own port")
        program = CATALOGUE[name or FIRST]
        sizes = {**program.shown, **arguments.set}
        return replace(opens, program=program.name, sizes=sizes, moment=FIRST_SHOWN_MOMENT), None
    if not (Path(name).is_file() or Path(name).is_dir()):
        raise UsageError(unknown_name_message(name))
    # A folder, or a file that is no listing, is refused here, not on the page.
    read_listing(name)
    # the port that was named, or the one beside the listing
    beside = with_suffix_beside(Path(name), ".py")
    named = arguments.port_file or (str(beside) if beside.is_file() else "")
    port = read_port(named) if named else None
    return opens, UserFiles(Path(name), port.file, port.function) if port else UserFiles(Path(name))


def page_language(*, exported: bool) -> Literal["", "en", "ja"]:
    """Returns the language that the page begins in; "" means the browser's.

    The variable LANGUAGE decides if it is set. Else a Japanese locale counts for a page that is read on this
    computer; an exported page may be read anywhere.
    """
    is_japanese = language() == "ja"
    if os.environ.get("LANGUAGE"):
        return "ja" if is_japanese else "en"
    return "ja" if is_japanese and not exported else ""
