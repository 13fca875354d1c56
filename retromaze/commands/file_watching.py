"""Waits until one of several files is saved or removed."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from retromaze.system import require_module

GROUPING_MILLISECONDS = 50
"""Changes are reported together after this many milliseconds without another: editors write several times."""
POLLING_MILLISECONDS = 100
"""Milliseconds between two looks at the files if the system reports no changes."""
WAKE_SECONDS = 0.2
"""Seconds after which a wait is interrupted, so that Python notices Ctrl-C."""
MODULE_SUFFIX = ".py"
"""The suffix of modules: those beside a watched module are watched, too, as ports import each other."""


class Saves:
    """Collects saves and removals of files in a `with` block; of a module also those of modules beside it.

    The folders are watched, not the files: most editors replace the old file by a new one. `polling`: whether
    the files are looked at again and again, for file systems that report nothing; it is done anyway if the
    system cannot watch. Raises ModuleNotFoundError without watchfiles.
    `_files` are the watched paths, `_module_folders` the folders whose modules are watched. A thread puts
    groups of saved files into the queue `_saved` until `_stopped` is set.
    """

    def __init__(self, paths: Iterable[Path], *, polling: bool = False) -> None:
        require_module("watchfiles")  # checked here, as an error in the thread that imports it would be lost
        # the system reports a file by its own path or by that of a link
        forms = [form for path in paths for form in (os.path.abspath(path), os.path.realpath(path))]
        self._files = set(map(os.path.normcase, forms))
        self._module_folders = {os.path.dirname(file) for file in self._files if file.endswith(MODULE_SUFFIX)}
        self._polling = polling
        self._saved: queue.SimpleQueue[set[Path]] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="saves", daemon=True)

    def __enter__(self) -> Saves:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()

    def has_saved_files(self) -> bool:
        """Whether something was saved that `take_saved` has not returned yet."""
        return not self._saved.empty()

    def wait(self) -> None:
        """Waits until something is saved, and leaves it for `take_saved`: it is put back into the queue."""
        self._saved.put(self._next_group())

    def take_saved(self) -> set[Path]:
        """Returns the files saved since the last call; waits until there is one."""
        saved = self._next_group()
        while not self._saved.empty():
            saved |= self._saved.get()
        return saved

    def _next_group(self) -> set[Path]:
        """Waits for the next group of saved files, and returns it."""
        while True:
            # on Windows Ctrl-C does not interrupt a wait without a timeout
            with suppress(queue.Empty):
                return self._saved.get(timeout=WAKE_SECONDS)

    def is_watched(self, _: object, path: str) -> bool:
        """Whether a changed file is one of the watched files, or a module beside one."""
        path = os.path.normcase(path)
        is_module = path.endswith(MODULE_SUFFIX)
        return path in self._files or (is_module and os.path.dirname(path) in self._module_folders)

    def _listen(self) -> None:
        """Collects saves until the block ends, by polling if the system cannot watch the folders."""
        try:
            self._collect_saves(polling=self._polling)
        except (OSError, RuntimeError):
            # Linux limits the number of watches, in containers often to none: watchfiles raises an error.
            self._collect_saves(polling=True)

    def _collect_saves(self, *, polling: bool) -> None:
        """Watches the folders and collects the saved files until the block ends."""
        import watchfiles

        changes = watchfiles.watch(
            *{os.path.dirname(file) for file in self._files},
            watch_filter=self.is_watched,
            step=GROUPING_MILLISECONDS,
            stop_event=self._stopped,
            rust_timeout=POLLING_MILLISECONDS,
            # None: watchfiles decides
            force_polling=polling or None,
            poll_delay_ms=POLLING_MILLISECONDS,
            recursive=False,
            raise_interrupt=False,
        )
        for group in changes:
            self._saved.put({Path(path) for _, path in group})
