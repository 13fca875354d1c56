"""What is known of a Program before Python is written: kinds, ranges, stores, calls; jumps made loops."""
