"""Builtins of devices that a PC does not have: motion sensor, microphone, wireless play.

XON switches the first two on; then they report rest and silence. Wireless play finds no other player.
Source: manual, Various kinds of input and Wireless communication; machine reference, section 6.2; error order
and ranges read out of the program.
"""

from __future__ import annotations

from typing import Annotated

from retromaze.builtins.arrays import store_elements
from retromaze.builtins.computer_interface import Computer
from retromaze.builtins.form import Change, Device, Handling, Reads, range_of
from retromaze.builtins.registry import Count, Value, builtin, variable
from retromaze.errors import (
    IllegalFunctionCall,
    MicNotAvailable,
    MotionSensorNotAvailable,
    OutOfRange,
    TypeMismatch,
)
from retromaze.language.lexer import ascii_upper
from retromaze.language.numbers import truncate
from retromaze.language.parser import EXPAD, MIC, MOTION, is_console
from retromaze.values.arrays import STRING, Array
from retromaze.values.costs import CONVERSION_COST, MOVE_COST

FEATURES = {MOTION: Device.MOTION, EXPAD: Device.SECOND_STICK, MIC: Device.MICROPHONE}
"""The words after XON and XOFF, and the devices that they switch."""

RATES = range(4)  # 8180, 10910, 16360, 32730 samples a second
DEPTHS = range(4)  # 8 and 16 bits, each signed too
PLAYERS = range(2, 5)
LONGEST_IDENTIFIER = 16
SHARED_NUMBERS = range(9)
NO_TERMINAL = -1
Sampled = Annotated[Value, Handling.OVERWRITTEN]


def switch_device(computer: Computer, word: str, on: bool) -> None:
    """Does XON word and XOFF word. A console's name (3DS) is a declaration that changes nothing.

    Source: language reference, section 4.16 (measured: XON EXPAD leaves 1 in RESULT).
    """
    feature = ascii_upper(word)
    if is_console(feature):
        return
    if feature == EXPAD:
        computer.machine.input.expand(on)
        if on:
            computer.machine.system.result = 1
    if on:
        computer.features.add(feature)
    else:
        computer.features.discard(feature)


# ---- motion


def require_motion_sensor(computer: Computer) -> None:
    """Raises MotionSensorNotAvailable unless XON MOTION was called."""
    if MOTION not in computer.features:
        raise MotionSensorNotAvailable


@builtin("GYROA", needs=require_motion_sensor, reads=Reads.INPUT | Reads.SYSTEM, device=Device.MOTION)
def angles(computer: Computer) -> tuple[float, float, float]:
    """GYROA OUT pitch,roll,yaw gives the console's angles, here 0; XON MOTION first."""
    return 0.0, 0.0, 0.0


@builtin("GYROV", needs=require_motion_sensor, reads=Reads.INPUT | Reads.SYSTEM, device=Device.MOTION)
def angular_speeds(computer: Computer) -> tuple[float, float, float]:
    """GYROV OUT pitch,roll,yaw gives the console's angular speeds, here 0; XON MOTION first."""
    return 0.0, 0.0, 0.0


@builtin("GYROSYNC", needs=require_motion_sensor, reads=Reads.SYSTEM, device=Device.MOTION)
def steady(computer: Computer) -> None:
    """GYROSYNC makes the present position the one whose angles are 0; XON MOTION first."""


@builtin("ACCEL", needs=require_motion_sensor, reads=Reads.INPUT | Reads.SYSTEM, device=Device.MOTION)
def acceleration(computer: Computer) -> tuple[float, float, float]:
    """ACCEL OUT x,y,z gives the console's acceleration, here 0; XON MOTION first."""
    return 0.0, 0.0, 0.0


# ---- microphone


def require_microphone(computer: Computer) -> None:
    """Raises MicNotAvailable unless XON MIC was called."""
    if MIC not in computer.features:
        raise MicNotAvailable


@builtin("MICSTART", needs=require_microphone, reads=Reads.SYSTEM, device=Device.MICROPHONE)
def start_recording(
    computer: Computer,
    rate: Annotated[int, range_of(RATES)],
    depth: Annotated[int, range_of(DEPTHS)],
    seconds: Count,
) -> None:
    """MICSTART rate,depth,seconds starts recording, here of nothing; XON MIC first."""


@builtin("MICSTOP", needs=require_microphone, reads=Reads.SYSTEM, device=Device.MICROPHONE)
def stop_recording(computer: Computer) -> None:
    """MICSTOP stops recording; XON MIC first."""


@builtin("MICDATA", needs=require_microphone, reads=Reads.INPUT | Reads.SYSTEM, device=Device.MICROPHONE)
def sample(computer: Computer, position: Count | None = None) -> int:
    """MICDATA([position]) is one recorded sample, here 0; XON MIC first."""
    return 0


@builtin("MICSAVE", MOVE_COST, CONVERSION_COST, device=Device.MICROPHONE)
def save_samples(
    computer: Computer, first: Sampled, second: Sampled | None = None, third: Sampled | None = None
) -> None:
    """MICSAVE [[position,]count,]array copies recorded samples, here 0, into an array; XON MIC first."""
    *given, array = (value for value in (first, second, third) if value is not None)
    if not isinstance(array, Array) or array.kind == STRING:
        raise TypeMismatch(argument=len(given) + 1)
    numbers = []  # the position and the count, or the count alone
    for argument, value in enumerate(given, 1):
        if not isinstance(value, int | float):
            raise TypeMismatch(argument=argument)
        if value < 0:
            raise OutOfRange(argument=argument)
        numbers.append(truncate(value))
    require_microphone(computer)
    # nothing was recorded, so the array does not grow, however large the count
    count = min(numbers[-1], len(array)) if numbers else 0
    store_elements(computer.machine, array, 0, [0] * count)


@variable("MICPOS", reads=Reads.INPUT, device=Device.MICROPHONE)
def recording_position() -> int:
    """MICPOS is the sample being recorded, here always 0."""
    return 0


@variable("MICSIZE", reads=Reads.INPUT, device=Device.MICROPHONE)
def recording_size() -> int:
    """MICSIZE is the number of samples of a recording, here always 0."""
    return 0


# ---- wireless


@builtin("MPSTART", changes=Change.SYSTEM, device=Device.WIRELESS)
def start_session(computer: Computer, players: Annotated[int, range_of(PLAYERS)], identifier: str) -> None:
    """MPSTART players,identifier$ looks for two to four players; here none is found, RESULT is 0.

    The identifier has 1 to 16 characters.
    Unverified: RESULT of a failed search.
    """
    if not 1 <= len(identifier) <= LONGEST_IDENTIFIER:
        raise OutOfRange(argument=2)
    computer.machine.system.result = 0


@builtin("MPEND", device=Device.WIRELESS)
def end_session() -> None:
    """MPEND ends a wireless session; without one nothing happens."""


@builtin("MPSEND", device=Device.WIRELESS)
def send(text: str) -> None:
    """MPSEND text sends a text to all players; without a session no player gets it. Not empty."""
    if not text:
        raise IllegalFunctionCall(argument=1)


@builtin("MPRECV", reads=Reads.INPUT, device=Device.WIRELESS)
def receive() -> tuple[int, str]:
    """MPRECV OUT sender,text$ gives a text received; without one the sender is -1 and the text empty."""
    return NO_TERMINAL, ""


@builtin("MPSTAT", reads=Reads.INPUT, device=Device.WIRELESS)
def connected(terminal: int | None = None) -> int:
    """MPSTAT([terminal]) is 1 while connected, here 0; no terminal is within range without a session."""
    if terminal is not None:
        raise OutOfRange(argument=1)
    return 0


@builtin("MPNAME$", reads=Reads.INPUT, device=Device.WIRELESS)
def player_name(terminal: int) -> str:
    """MPNAME$(terminal) is a player's name; no terminal is within range without a session."""
    raise OutOfRange(argument=1)


@builtin("MPGET", reads=Reads.INPUT, device=Device.WIRELESS)
def shared_number(terminal: int, number: int) -> int:
    """MPGET(terminal,number) is one of a player's nine numbers; without a session no terminal is in range."""
    raise OutOfRange(argument=1)


@builtin("MPSET", device=Device.WIRELESS)
def share_number(number: Annotated[int, range_of(SHARED_NUMBERS)], value: int) -> None:
    """MPSET number,value sets a number of this player, 0 to 8, for the others to read."""


@variable("MPCOUNT", reads=Reads.INPUT, device=Device.WIRELESS)
def player_count() -> int:
    """MPCOUNT is the number of players connected, here 0."""
    return 0


@variable("MPHOST", reads=Reads.INPUT, device=Device.WIRELESS)
def host_terminal() -> int:
    """MPHOST is the terminal of the host, -1 without a session."""
    return NO_TERMINAL


@variable("MPLOCAL", reads=Reads.INPUT, device=Device.WIRELESS)
def own_terminal() -> int:
    """MPLOCAL is this player's terminal, -1 without a session."""
    return NO_TERMINAL
