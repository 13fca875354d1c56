"""What is known of a program before code is written: kinds and ranges, flows, variants, aliasing."""
