"""Sphinx configuration; `make docs` builds, see docs/generator."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("LINKWORK_QUIET", "1")

import linkwork  # noqa: E402
from docs.generator.mathjax import mathjax_file  # noqa: E402

project = "Linkwork"
author = "Linkwork developers"
copyright = "Linkwork developers"
version = release = linkwork.__version__

extensions = ["myst_parser", "sphinx.ext.mathjax", "sphinx_gallery.gen_gallery"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
myst_enable_extensions = ["dollarmath"]  # formulas: $...$ and $$...$$, as on GitHub
myst_heading_anchors = 3
exclude_patterns = ["_players"]
nitpicky = True
nitpick_ignore_regex = [("py:class", ".*")]  # types of other packages in signatures
add_module_names = False
toc_object_entries_show_parents = "hide"

sphinx_gallery_conf = {
    "examples_dirs": str(ROOT / "examples"),
    "gallery_dirs": "gallery",
    "filename_pattern": ".*",
    "ignore_pattern": r"friction_damper\.py",
    "image_scrapers": ("docs.generator.gallery.scraper",),
    "within_subsection_order": "docs.generator.gallery.Order",
    "reset_modules": (),
    "abort_on_example_error": True,
    "only_warn_on_example_error": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "write_computation_times": False,
    "download_all_examples": False,
    "show_signature": False,
    "remove_config_comments": True,
    "thumbnail_size": (400, 300),
}

html_theme = "furo"
html_title = f"Linkwork {release}"
# Pages show formulas without a network: one file of MathJax, with its fonts, is copied to them.
mathjax_path = "tex-svg.js"
mathjax3_config = {"options": {"enableMenu": False}, "svg": {"scale": 0.9}}
html_static_path = ["static", str(mathjax_file("tex-svg.js"))]
html_css_files = ["linkwork.css"]
html_js_files = ["players.js", "versions.js"]
html_extra_path = [str(Path(os.environ["LINKWORK_DOCS_SOURCE"]) / "_players")]
html_show_sourcelink = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1864ab", "color-brand-content": "#1864ab"},
    "dark_css_variables": {"color-brand-primary": "#74c0fc", "color-brand-content": "#74c0fc"},
}
