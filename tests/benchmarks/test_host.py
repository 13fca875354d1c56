"""The computer's description: what is found, and None for what is not."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from retromaze.benchmarks import host


def test_the_description_names_what_a_time_depends_on() -> None:
    found = host.description()
    assert list(found) == [
        "python",
        "implementation",
        "platform",
        "processor",
        "processors",
        "retromaze",
        "revision",
    ]
    assert found["python"] == platform.python_version()
    assert found["retromaze"] == version("retromaze")


def test_linux_keeps_the_processor_s_name_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text("processor\t: 0\nmodel name\t: Abacus: 12 rods\nmodel name\t: another\n")
    monkeypatch.setattr(host, "PROCESSORS", file)
    assert host.processor() == "Abacus: 12 rods"


def test_other_systems_tell_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "PROCESSORS", tmp_path / "cpuinfo")
    monkeypatch.setattr(platform, "processor", lambda: "")
    monkeypatch.setattr(platform, "machine", lambda: "abacus")
    assert host.processor() == "abacus"
    monkeypatch.setattr(platform, "machine", lambda: "")
    assert host.processor() is None


def test_the_commit_of_a_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*words: str) -> str:
        names = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        command = ["git", "-C", str(tmp_path), *names, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    monkeypatch.setattr(host, "ROOT", tmp_path)
    assert host.revision() is None
    git("init", "--quiet")
    assert host.revision() is None
    (tmp_path / "file").write_text("one")
    git("add", "file")
    git("commit", "--quiet", "--message", "one")
    commit = git("rev-parse", "HEAD")[:12]
    assert host.revision() == commit
    (tmp_path / "file").write_text("two")
    assert host.revision() == f"{commit}-dirty"


def test_without_git_there_is_no_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    monkeypatch.setattr(host, "ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert host.revision() is None
