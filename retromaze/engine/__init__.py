"""The engine: compiled programs run on a machine, in the four slots of a computer."""
