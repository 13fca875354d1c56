"""For test suites: `assert_same` fails if a port differs from its listing."""

from retromaze.testing.assertion import assert_same

__all__ = ["assert_same"]
