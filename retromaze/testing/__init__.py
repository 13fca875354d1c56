"""For the tests of anybody's ports: `assert_same` proves one equal to its listing."""

from retromaze.testing.assertion import assert_same

__all__ = ["assert_same"]
