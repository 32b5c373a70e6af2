"""Settings of the documentation site, for Sphinx; `make site` builds it.

The source folder is the root of the repository, so that the pages in `docs/`,
`papers/`, `dataset/` and `benchmarks/notes/` link to each other in the site as they do
in the repository.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from edgematch.version import __version__

project = "edgematch"
author = "edgematch developers"
project_copyright = author
release = __version__

root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "papers/**",
    "benchmarks/notes/**",
    "dataset/**",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
]
exclude_patterns = ["docs/notebooks", ".*", "build", "src", "tests", "node_modules"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "site_reference",
]
myst_heading_anchors = 4
myst_enable_extensions = ["attrs_block"]

# Docstrings have single backticks around code, as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80

html_theme = "furo"
html_title = f"edgematch {release}"
html_additional_pages = {"index": "redirect.html"}
templates_path = ["templates"]
html_copy_source = False
html_show_sourcelink = False
