"""How ``make docs`` builds the documents into one site: Sphinx reads this.

A page of this folder that includes a document from outside of ``docs/`` is its place on the site.
"""

from __future__ import annotations

import os
import re
from importlib.metadata import files
from pathlib import Path
from typing import Any

from pygments.lexers.special import TextLexer

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
INCLUDE = re.compile(r"```\{include\} (\S+)\n```\n")
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:|#)([^)#\s]+)(#[^)]*)?\)")

# The help of commands names the user's folders: on the site, anybody's.
for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"):
    os.environ.pop(variable, None)
os.environ |= {"HOME": "/home/you", "RUNTIME_DIRECTORY": "$XDG_RUNTIME_DIR/rollerdeck"}

# No page has a date: the same tree gives the same site.
project = "Rollerdeck"
copyright = "The Rollerdeck developers"
html_title = project
extensions = ["myst_parser", "sphinx_click", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
nitpicky = True
# Python's own documents are elsewhere.
nitpick_ignore_regex = [("py:class", r"collections\.abc\..*")]
smartquotes = False  # of two dashes, they would make one
default_role = "code"  # in the commands' help, which is no reStructuredText
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_static_path = ["static"]
html_js_files = [("scroll.js", {"defer": ""})]


REPAIRS = {
    'role="heading"': 'role="heading" aria-level="2"',
    '<aside class="sidebar-drawer"': '<aside class="sidebar-drawer" aria-label="Documents"',
    '<aside class="toc-drawer': '<aside aria-label="On this page" class="toc-drawer',
    '<div id="search-results">': '<h1 class="visually-hidden">Search</h1><div id="search-results">',
}
"""What the pages lack for screen readers."""


def included(page: Path) -> Path:
    """The document that is shown on a page of the site."""
    stub = INCLUDE.fullmatch(page.read_text(encoding="utf-8"))
    return (page.parent / stub[1]).resolve() if stub else page


PAGES = {included(page): page for page in DOCS.rglob("*.md")}


def read(app: Any, docname: str, source: list[str]) -> None:
    """Read a page. Links lead to pages of the site; other files are only named."""
    page = DOCS / f"{docname}.md"
    document = included(page)

    def follow(link: re.Match[str]) -> str:
        image, text, to, heading = link.groups("")
        file = (document.parent / to).resolve()
        if file.exists() and not file.is_relative_to(DOCS) and file not in PAGES:
            return f"{text} (`{file.relative_to(ROOT)}`)"
        # of a file that is not there, Sphinx says so
        return f"{image}[{text}]({os.path.relpath(PAGES.get(file, file), page.parent)}{heading})"

    source[0] = LINK.sub(follow, document.read_text(encoding="utf-8"))


def unmade(app: Any, what: str, *rest: Any) -> tuple[str, str] | None:
    """Leave out how objects of a class are made: programs get them from the functions."""
    *_, signature, _ = rest
    return ("", "") if signature and what in ("class", "exception") else None


def ready(app: Any, failed: Exception | None) -> None:
    """Finish the site: repaired, without what no reader needs, with others' licences."""
    site = Path(app.outdir)
    for file in (*site.rglob("*.map"), site / "objects.inv", site / ".buildinfo"):
        file.unlink(missing_ok=True)
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        for lacking, whole in REPAIRS.items():
            text = text.replace(lacking, whole)
        page.write_text(text, encoding="utf-8")
    for library in ("furo", "sphinx"):
        (licence,) = (file for file in files(library) or () if file.parts[-2] == "licenses")
        (site / "_static" / f"{library}.LICENSE").write_text(licence.read_text())


def setup(app: Any) -> None:
    """Sphinx calls this before it builds."""
    app.connect("source-read", read)
    app.connect("autodoc-process-signature", unmade)
    app.connect("build-finished", ready)
    for name in ("conversation", "frames"):  # the examples of wire.md, which its tests run
        app.add_lexer(name, TextLexer)
