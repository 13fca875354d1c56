"""The sub-commands of `retromaze`, one a module."""
