"""Times listings, their ports and plain Python."""
