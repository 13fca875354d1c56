"""What is known of a program before any code is written: kinds and ranges, flows, variants, sharing, work."""
