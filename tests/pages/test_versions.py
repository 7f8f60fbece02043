"""The documentation of several versions side by side."""

import json

import pytest

from docs.generator.versions import versions, write


def site(folder, *names):
    for name in names:
        (folder / name).mkdir()
        (folder / name / "index.html").write_text("")
    return folder


def test_versions_are_listed_from_the_newest(tmp_path):
    site(tmp_path, "0.9.0", "0.10.0", "0.10.0rc1", "1.0.dev3", "images")
    (tmp_path / "2.0").mkdir()  # without pages
    assert versions(tmp_path) == ["1.0.dev3", "0.10.0", "0.10.0rc1", "0.9.0"]


def test_a_site_has_a_list_and_leads_to_the_newest_version(tmp_path):
    site(tmp_path, "0.1.0", "0.2.0")
    assert write(tmp_path) == ["0.2.0", "0.1.0"]
    name, _, value = (tmp_path / "versions.js").read_text().partition(" = ")
    assert name == "window.linkworkVersions"
    assert json.loads(value.rstrip(";\n")) == ["0.2.0", "0.1.0"]
    assert "url=0.2.0/index.html" in (tmp_path / "index.html").read_text()


def test_a_site_without_versions_is_refused(tmp_path):
    with pytest.raises(SystemExit, match="has no folder of a version"):
        write(tmp_path)
