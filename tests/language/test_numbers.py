"""The table of #constants."""

from retromaze.language.numbers import CONSTANTS


def test_there_are_79_constants_and_21_of_the_sound_package_of_32_bits() -> None:
    assert len(CONSTANTS) == 79 + 21
    assert all(-(2**31) <= value < 2**31 for value in CONSTANTS.values())


def test_colors_are_opaque_and_signed() -> None:
    assert CONSTANTS["WHITE"] == -460552
    assert CONSTANTS["BLACK"] == -16777216
    assert CONSTANTS["CYAN"] == CONSTANTS["AQUA"] == 0xFF00F8F8 - 2**32
    assert CONSTANTS["MAGENTA"] == CONSTANTS["FUCHSIA"] == 0xFFF800F8 - 2**32


def test_constants_of_the_sound_package_count_from_0() -> None:
    ends = ["AOPADD", "AOPCLP", "WFRECT", "WFBLKM", "BQAPF", "BQPEQ", "PVLEFT", "PVRIGHT"]
    assert [CONSTANTS[name] for name in ends] == [0, 6, 0, 3, 0, 7, 0, 1]


def test_values_that_the_official_list_has_wrong() -> None:
    names = ["BLUE", "CYAN", "ZR", "ZL", "BGROT90", "BGROT180", "BGROT270"]
    assert [CONSTANTS[name] % 2**32 for name in names] == [
        0xFF0000F8, 0xFF00F8F8, 2048, 4096, 4096, 8192, 12288,
    ]  # fmt: skip
