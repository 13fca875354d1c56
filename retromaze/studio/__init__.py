"""Time and sources together: a run of a listing that a page shows, drags back and forth, and proves."""
