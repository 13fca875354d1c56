"""Settings of Sphinx. `python -m tests.tools.website OUT` writes the pages and calls Sphinx."""

from importlib.metadata import version as version_of
from pathlib import Path

import retromaze
from tests.tools.website.pages import PORTRAIT, STUDIO, project_table, repository

HERE = Path(__file__).parent
ICON = Path(retromaze.__file__).parent / "studio/page/built/icon.svg"

project = "retromaze"
author = "the authors of retromaze"
release = version_of("retromaze")
extensions = ["myst_parser"]
root_doc = "index"
nitpicky = True
# "--seed" stays as it is typed.
smartquotes = False
highlight_language = "text"
# The names of headings as GitHub gives them: a link holds here and there.
myst_heading_anchors = 6
# A picture may have a class.
myst_enable_extensions = ["attrs_inline"]

html_theme = "furo"
html_title = "retromaze"
html_static_path = [str(HERE / "static")]
html_favicon = str(ICON)
html_css_files = ["site.css"]
html_js_files = ["studio.js"]
templates_path = [str(HERE / "templates")]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/studio.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_context = {"description": project_table()["description"], "portrait": f"{STUDIO}{PORTRAIT}"}
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "footer_icons": [{"name": "The repository", "url": repository(), "html": "Repository", "class": ""}],
}
