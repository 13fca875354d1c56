"""Where Windows, macOS and Linux differ for a program: streams, command lines, the user's language.

What is decided here takes the system's facts as arguments, so that tests on one system try all.
"""
