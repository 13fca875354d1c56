"""What moves is the same in every process, whatever the hashes, with listeners and without, traced or not."""

import os
import subprocess
import sys
import zlib

import pytest

from retromaze.machine.machine import Machine
from retromaze.runner import run_source

FRAMES = 5
LISTING = """\
ACLS:XSCREEN 2
BGSCREEN 0,40,30:FOR I=0 TO 299:BGPUT 0,RND(40),RND(30),RND(900)+1:NEXT
BGSCREEN 1,25,15:BGFILL 1,0,0,24,14,70:BGANIM 1,"XY",-30,99,50:BGOFS 1,0,0,9
FOR I=0 TO 59
 SPSET I,RND(200):SPOFS I,RND(400),RND(240),RND(9):SPHOME I,8,8:SPCOL I:SPFUNC I,@STEP
 SPANIM I,"XY",-20-RND(9),RND(400),RND(240),5,RND(400),9,0:SPANIM I,"R+",-9,RND(360),0
 IF I MOD 5==0 THEN SPANIM I,"S",-9,2,1.5,-3,1,1,0:SPANIM I,"C",-7,RND(&H7FFFFFFF),0
 IF I MOD 7==6 THEN SPLINK I,I-1
NEXT
DISPLAY 1:SPSET 0,5:SPCOLOR 0,&H80FFFFFF:SPOFS 0,99,99:DISPLAY 0
@L
 CALL SPRITE
 BGOFS 0,N,N DIV 2:BGROT 0,N DIV 3:N=N+1:GPSET RND(400),RND(240),-1
 LOCATE 0,0:PRINT N;H
 VSYNC 1
GOTO @L
@STEP
 V=SPHITSP(CALLIDX):IF V>=0 THEN SPHITINFO OUT T:H=H+V+T:SPCHR CALLIDX,RND(90)
RETURN
"""


def numbers_of_frames(way: str) -> list[tuple[int, int, int]]:
    """Returns each frame of the listing, with a number for the picture of each screen.

    The way `heard` has somebody who listens to events, `traced` the code that is followed line by line.
    """
    machine = Machine(seed=7)
    told: list[tuple[int, int, int]] = []
    if way == "heard":
        machine.listen(lambda event: None)

    def tell(machine: Machine) -> None:
        upper, lower = (zlib.crc32(machine.picture(screen)) for screen in (0, 1))
        told.append((machine.frame, upper, lower))

    machine.on_frame = tell
    assert run_source(LISTING, machine, frames=FRAMES, traced=way == "traced") is None
    return told


@pytest.mark.slow
def test_processes_hashes_listeners_and_tracing_change_no_frame() -> None:
    told = numbers_of_frames("plain")
    assert [frame for frame, _, _ in told] == list(range(1, FRAMES + 1))
    assert len({upper for _, upper, _ in told}) == FRAMES
    assert numbers_of_frames("heard") == told
    assert numbers_of_frames("traced") == told
    other_hashes = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    command = [sys.executable, "-m", "tests.engine.test_moving_frames"]
    environment = {**os.environ, "PYTHONHASHSEED": other_hashes}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == f"{told}\n"


if __name__ == "__main__":
    print(numbers_of_frames("plain"))
