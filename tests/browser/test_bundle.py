"""The prebuilt script of the player belongs to its source and fits into any page."""

from __future__ import annotations

import hashlib
import json
import re

from tests.browser.pages import BUNDLE, ROOT

PLAYER = ROOT / "player"
LARGEST = 800_000  # bytes: a page of 1000 frames must stay below 1.5 MB


def fingerprint() -> str:
    """SHA-256 over path, zero byte, contents, zero byte of every source, as build.mjs makes it."""
    files = [path for path in (PLAYER / "src").rglob("*") if path.is_file()]
    files += [PLAYER / name for name in ("build.mjs", "package.json", "package-lock.json")]
    digest = hashlib.sha256()
    for name, path in sorted((path.relative_to(PLAYER).as_posix(), path) for path in files):
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def test_the_bundle_belongs_to_the_sources():
    named = re.search(r"source: ([0-9a-f]{64})", BUNDLE.read_text(encoding="utf-8"))
    assert named is not None
    assert named.group(1) == fingerprint(), "player/ was changed: run `make player`"


def test_the_bundle_can_stand_inside_a_script_element():
    text = BUNDLE.read_bytes().decode("ascii").lower()
    assert "</script" not in text
    assert "<!--" not in text
    assert len(text) < LARGEST


def test_the_bundle_carries_the_licence_of_three():
    text = BUNDLE.read_text(encoding="utf-8")
    assert "The MIT License" in text
    assert "three.js authors" in text
    assert "Permission is hereby granted, free of charge" in text


def test_the_bundle_neither_evaluates_text_nor_stores_anything():
    text = BUNDLE.read_text(encoding="utf-8")
    for word in (r"\beval\(", r"new Function\(", "localStorage", "sessionStorage", "innerHTML"):
        assert re.search(word, text) is None, word


def test_the_lock_file_names_no_host():
    lock = json.loads((PLAYER / "package-lock.json").read_text(encoding="utf-8"))
    packages = {name: facts for name, facts in lock["packages"].items() if name}
    assert "node_modules/three" in packages
    for name, facts in packages.items():
        assert "resolved" not in facts, name
        assert facts["integrity"].startswith("sha512-"), name
