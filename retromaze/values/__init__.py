"""The values of a program: numbers at their limits, strings, arrays, operators on unknown types."""
