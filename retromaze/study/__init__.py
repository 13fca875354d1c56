"""The maze laboratory: mazes measured, claims of the articles judged, charts and the gallery page."""
