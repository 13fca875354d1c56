"""The maze laboratory: mazes measured, claims of the articles judged, charts."""
