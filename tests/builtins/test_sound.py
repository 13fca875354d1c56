"""The words of sound: their shapes, ranges and errors, and what becomes of a call."""

import retromaze
from retromaze.builtins import load_all
from retromaze.builtins.registry import BUILTINS
from retromaze.machine.events import Event
from retromaze.machine.machine import Machine
from retromaze.machine.sound import digest_of_samples, missing_sounds_text
from retromaze.runner import run_source

load_all()
SILENT = {"PCMCONT", "PCMSTOP", "PCMSTREAM", "PCMVOL", "TALK"}
WAVE = "7F80" * 8


def test_the_words_of_which_nothing_is_heard() -> None:
    assert {name for name, each in BUILTINS.items() if each.silent} == SILENT


def events(source: str) -> tuple[list[tuple[object, ...]], Machine]:
    """Returns what a listing did, as name and arguments of each call, and the machine."""
    machine = Machine(seed=1)
    found: list[Event] = []
    machine.listen(found.append)
    error = run_source(source, machine)
    assert error is None, error
    return [(event.name, *event.arguments) for event in found], machine


def test_a_call_is_an_event() -> None:
    wanted: dict[str, tuple[object, ...]] = {
        "BEEP": ("beep", 0, 0, None, 64),
        "BEEP 9,,80": ("beep", 9, 0, 80, 64),
        "BEEP ,-5": ("beep", 0, -5, None, 64),
        "BEEP ,,,0": ("beep", 0, 0, None, 0),
        "BEEP 3.9,100.5": ("beep", 3, 100, None, 64),
        'CALL "beep",3': ("beep", 3, 0, None, 64),
        "SNDSTOP": ("silence",),
        "BGMPLAY 5.9": ("play", 5, 0, 127),
        'BGMPLAY "T120C"': ("play", "T120C", 0, 127),
        'A$="C":INC A$,"D":BGMPLAY A$': ("play", "CD", 0, 127),
        "BGMPLAY 7,128": ("play", 128, 7, 127),
        "BGMPLAY 1,2,3": ("play", 2, 1, 3),
        "BGMSTOP": ("stop", None, 0.0),
        "BGMSTOP 7": ("stop", 7, 0.0),
        "BGMSTOP 0,0.5": ("stop", 0, 0.5),
        "BGMSTOP -1": ("stop", -1, 0.0),
        "BGMPAUSE": ("pause", None, 0.0),
        "BGMPAUSE 1": ("pause", 1, 0.0),
        "BGMCONT": ("resume", None, 0.0),
        "BGMCONT 1": ("resume", 1, 0.0),
        "BGMVOL 64": ("set_volume", 64, 0),
        "BGMVOL 7,64": ("set_volume", 64, 7),
        'BGMSET 128,"CDE"': ("set_tune", 128, "CDE"),
        '@M:DATA "CD","E",0,"F"\nBGMSETD 128,@M': ("set_tune", 128, "CDE"),
        '@M:DATA "CD","E"\nBGMSETD 255,"@m"': ("set_tune", 255, "CDE"),
        'BGMSETD 128,"@NOPE"': ("set_tune", 128, ""),
        "BGMCLEAR": ("clear_tunes", None),
        "BGMCLEAR 255": ("clear_tunes", 255),
        "BGMVAR 7,0,255": ("set_variable", 7, 0, 255),
        "EFCON": ("effects_on",),
        "EFCOFF": ("effects_off",),
        "EFCSET 2": ("set_effect", 2),
        "EFCSET 1,2,3,0.1,0,0.2,0.1": ("set_reverb", 1.0, 2.0, 3.0, 0.1, 0.0, 0.2, 0.1),
        "EFCWET 0,100,64": ("set_wetness", 0, 100, 64),
        f'WAVSET 224,1,2,3,4,"{WAVE}"': ("set_wave", 224, 1, 2, 3, 4, WAVE, 69),
        'WAVSET 255,1,2,3,4,"[7F]",60': ("set_wave", 255, 1, 2, 3, 4, "[7F]", 60),
        "DIM A%[3]:A%[1]=5:WAVSETA 224,1,2,3,4,A%": ("set_wave", 224, 1, 2, 3, 4, (0, 5, 0), 69),
        "DIM A%[9]:A%[4]=5:WAVSETA 224,1,2,3,4,A%,9,3,4": ("set_wave", 224, 1, 2, 3, 4, (0, 5), 9),
        "DIM A%[2,2]:A%[1,0]=5:WAVSETA 224,1,2,3,4,A%": ("set_wave", 224, 1, 2, 3, 4, (0, 0, 5, 0), 69),
        "DIM A[999]:WAVSETA 224,1,2,3,4,A,69,1": ("set_wave", 224, 1, 2, 3, 4, (0.0,) * 512, 69),
        "DIM A%[2],B[1]:PCMSTREAM A%,B,8180": (
            "stream_digest",
            digest_of_samples([0, 0]),
            digest_of_samples([0]),
            8180.0,
        ),
        "DIM A%[2]:PCMSTREAM A%,8180": ("stream_digest", digest_of_samples([0, 0]), None, 8180.0),
        "DIM A[2]:A[1]=.5:PCMSTREAM A": ("stream_digest", digest_of_samples([0, 0.5]), None, None),
        "PCMSTOP": ("stop_stream",),
        "PCMCONT": ("resume_stream",),
        "PCMVOL 1,2": ("set_stream_volume", 1.0, 2.0),
        'TALK "<P36000>"+"HI"': ("talk", "<P36000>HI"),
        "TALKSTOP": ("stop_talking",),
    }
    found = {}
    for statement in wanted:
        word = statement.rpartition("\n")[2].split(":")[-1].split(" ")[0].replace("CALL", "BEEP")
        calls, machine = events(statement)
        assert machine.sound.unheard == ({word: 1} if word in SILENT else {}), statement
        found[statement] = calls
    assert found == {statement: [event] for statement, event in wanted.items()}


def test_questions_are_answered_and_not_counted() -> None:
    texts = {
        "PRINT BGMCHK();BGMCHK(7);TALKCHK();BGMVAR(0,7)": "0000",
        "BGMPLAY 1:BGMVAR 0,1,5:PRINT BGMCHK(0);BGMVAR(0,1)": "15",
        "BGMVAR 0,1,5:PRINT BGMVAR(0,1)": "0",
        'BGMPLAY "T120C4R4":WAIT 60:PRINT BGMCHK();:WAIT 1:PRINT BGMCHK()': "10",
        'BGMPLAY "T240[C4]3":WHILE BGMCHK():VSYNC:WEND:PRINT MAINCNT': "46",
        'BGMPLAY "[C]":WAIT 600:PRINT BGMCHK();:BGMSTOP:PRINT BGMCHK()': "10",
        'BGMPLAY "[C]":BGMSTOP 0,0.5:WAIT 29:PRINT BGMCHK();:WAIT:PRINT BGMCHK()': "10",
        'BGMPLAY "T60C4":BGMPAUSE:WAIT 90:BGMCONT:WAIT 60:PRINT BGMCHK();:WAIT:PRINT BGMCHK()': "10",
        'BGMPLAY "T60$3=7C4$3=8R4":WAIT 9:PRINT BGMVAR(0,3);:WAIT 60:PRINT BGMVAR(0,3)': "78",
        'BGMSET 130,"R1":BGMPLAY 3,130:PRINT BGMCHK(3);BGMCHK()': "10",
        'BGMSET 130,"R1":BGMCLEAR:BGMPLAY 130:WAIT:PRINT BGMCHK()': "0",
        'TALK "HELLO":PRINT TALKCHK();:WAIT 43:PRINT TALKCHK();:TALK "A":TALKSTOP:PRINT TALKCHK()': "100",
        "BGMCHK OUT A:TALKCHK OUT B:BGMVAR 0,0 OUT C:PRINT A;B;C": "000",
    }
    results = {source: retromaze.run(source, seed=1) for source in texts}
    assert {source: result.error or result.text for source, result in results.items()} == texts
    counted = {word for result in results.values() for word in result.machine.sound.unheard}
    assert not {"BGMCHK", "TALKCHK"} & counted


def test_what_is_wrong_is_told() -> None:
    messages = {
        "BEEP 134": "Out of range in 0:1(BEEP:1)",
        "BEEP 0,-32769": "Out of range in 0:1(BEEP:2)",
        "BEEP 0,0,128": "Out of range in 0:1(BEEP:3)",
        "BEEP ,,,-1": "Out of range in 0:1(BEEP:4)",
        "BEEP 1,2,3,4,5": "Illegal function call in 0:1(BEEP)",
        'BEEP "A"': "Type mismatch in 0:1(BEEP:1)",
        "A=BEEP(1)": "Illegal function call in 0:1(BEEP)",
        "BGMPLAY": "Illegal function call in 0:1(BGMPLAY)",
        "BGMPLAY 50": "Out of range in 0:1(BGMPLAY:1)",
        "BGMPLAY 8,0": "Out of range in 0:1(BGMPLAY:1)",
        "BGMPLAY 0,50": "Out of range in 0:1(BGMPLAY:2)",
        "BGMPLAY 0,0,128": "Out of range in 0:1(BGMPLAY:3)",
        "BGMPLAY 0,0,1,1": "Illegal function call in 0:1(BGMPLAY)",
        'BGMPLAY 0,"C"': "Type mismatch in 0:1(BGMPLAY:2)",
        "DIM A[1]:BGMPLAY A": "Type mismatch in 0:1(BGMPLAY:1)",
        "BGMSTOP 100": "Out of range in 0:1(BGMSTOP:1)",
        "BGMSTOP 0,1,2": "Illegal function call in 0:1(BGMSTOP)",
        "BGMCHK 0": "Illegal function call in 0:1(BGMCHK)",
        "A=BGMCHK(-1)": "Out of range in 0:1(BGMCHK:1)",
        "BGMVOL 128": "Out of range in 0:1(BGMVOL:1)",
        "BGMVOL -1,64": "Out of range in 0:1(BGMVOL:1)",
        "BGMVOL 1,-64": "Out of range in 0:1(BGMVOL:2)",
        'BGMSET 127,"C"': "Out of range in 0:1(BGMSET:1)",
        "BGMSET 128,5": "Type mismatch in 0:1(BGMSET:2)",
        'BGMSETD 256,"@L"': "Out of range in 0:1(BGMSETD:1)",
        "BGMSETD 128,5": "Type mismatch in 0:1(BGMSETD:2)",
        'BGMSETD 128,"NOPE"': "Illegal symbol string in 0:1(BGMSETD)",
        'BGMSETD 128,"@L",1': "Illegal function call in 0:1(BGMSETD)",
        'BGMSET 128,"X"': "Illegal MML in 0:1(BGMSET)",
        'BGMPLAY "CDE]"': "Illegal MML in 0:1(BGMPLAY)",
        '@M:DATA "C","T999",0\nBGMSETD 128,@M': "Illegal MML in 0:2(BGMSETD)",
        "BGMCLEAR -1": "Out of range in 0:1(BGMCLEAR:1)",
        "BGMVAR 0,8,1": "Out of range in 0:1(BGMVAR:2)",
        "BGMVAR 0,5": "Illegal function call in 0:1(BGMVAR)",
        "A=BGMVAR(0,5,1)": "Illegal function call in 0:1(BGMVAR)",
        "EFCON 1": "Syntax error in 0:1(EFCON)",
        "EFCOFF 0": "Syntax error in 0:1(EFCOFF)",
        "EFCSET": "Syntax error in 0:1(EFCSET)",
        "EFCSET 1,2": "Syntax error in 0:1(EFCSET)",
        "EFCSET 4": "Out of range in 0:1(EFCSET:1)",
        "EFCWET 0,0": "Syntax error in 0:1(EFCWET)",
        "EFCWET 0,0,200": "Out of range in 0:1(EFCWET:3)",
        f'WAVSET 224,1,128,3,4,"{WAVE}"': "Out of range in 0:1(WAVSET:3)",
        "WAVSET 224,1,2,3,4,5": "Type mismatch in 0:1(WAVSET:6)",
        'WAVSET 224,1,2,3,4,"7F"': "Illegal function call in 0:1(WAVSET:6)",
        "DIM A[3]:WAVSETA 224,1,2,3,4": "Illegal function call in 0:1(WAVSETA)",
        "DIM A$[3]:WAVSETA 224,1,2,3,4,A$": "Type mismatch in 0:1(WAVSETA:6)",
        "DIM A[3]:WAVSETA 224,1,2,3,4,A,69,3": "Out of range in 0:1(WAVSETA:8)",
        "DIM A[3]:WAVSETA 224,1,2,3,4,A,69,0,3": "Out of range in 0:1(WAVSETA:9)",
        "DIM A[3]:WAVSETA 224,1,2,3,4,A,69,2,1": "Illegal function call in 0:1(WAVSETA:9)",
        "DIM A[0]:WAVSETA 224,1,2,3,4,A": "Out of range in 0:1(WAVSETA:8)",
        "PCMSTREAM 5": "Type mismatch in 0:1(PCMSTREAM:1)",
        "DIM A[1],A$[1]:PCMSTREAM A,A$": "Type mismatch in 0:1(PCMSTREAM:2)",
        "DIM A[1]:PCMSTREAM A,5,5": "Type mismatch in 0:1(PCMSTREAM:2)",
        "TALK 5": "Type mismatch in 0:1(TALK:1)",
        'X=TALK("A")': "Illegal function call in 0:1(TALK)",
        "X=TALKCHK(0)": "Illegal function call in 0:1(TALKCHK)",
        "TALKSTOP 1": "Illegal function call in 0:1(TALKSTOP)",
    }
    results = {source: retromaze.run(source, seed=1) for source in messages}
    assert {source: result.error and result.error.message for source, result in results.items()} == messages
    assert [source for source, result in results.items() if result.machine.sound.unheard] == []


def test_what_was_asked_for_is_counted_by_the_word() -> None:
    machine = retromaze.run('FOR I=1 TO 1200:TALK "A":NEXT:BEEP:BGMPLAY 1:PCMSTOP', seed=1).machine
    assert missing_sounds_text(machine.sound) == "not simulated yet: TALK ×1,200, PCMSTOP ×1"
    assert missing_sounds_text(Machine().sound) == ""


def test_a_strict_machine_refuses_sound() -> None:
    for call, word in {"PCMSTOP": "PCMSTOP", 'CALL "talk","A"': "TALK"}.items():
        result = retromaze.run(f"PRINT 1\n{call}\nPRINT 2", seed=1, strict=True)
        assert (result.text, result.machine.sound.unheard) == ("1", {}), call
        assert str(result.error) == f"Undefined function in 0:2 (not simulated yet: {word})"
