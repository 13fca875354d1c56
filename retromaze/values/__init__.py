"""What a program computes with: numbers at their edges, strings, arrays, operators on unknown types."""
