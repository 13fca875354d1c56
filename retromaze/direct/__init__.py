"""DIRECT mode: lines typed at the `OK` prompt, run at once."""
