"""The studio: a page that shows a run of a listing, goes back and forth in it, and compares its port."""
