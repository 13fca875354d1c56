"""Listings, ports and plain Python against the clock."""
