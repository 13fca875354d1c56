"""Listings and ports as texts: coloring them, which line answers which, how often each line ran."""
