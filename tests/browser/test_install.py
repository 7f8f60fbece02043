"""Chromium is found or installed without questions, and a failure stops nothing."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.browser import install_chromium


@pytest.fixture
def machine(monkeypatch):
    """A machine without Chromium: programs on its PATH, calls of apt-get, whether they work."""
    facts = {"programs": {"apt-get"}, "calls": [], "works": lambda command: True, "user": 0}

    def run(command, **options):
        assert options["timeout"] <= 300
        facts["calls"].append(command[2])
        return subprocess.CompletedProcess(command, 0 if facts["works"](command) else 100)

    monkeypatch.delenv("LINKWORK_CHROMIUM", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: name if name in facts["programs"] else None)
    monkeypatch.setattr(os, "geteuid", lambda: facts["user"])
    monkeypatch.setattr(subprocess, "run", run)
    return facts


def test_a_chromium_on_the_path_is_taken(machine, monkeypatch):
    machine["programs"] |= {"google-chrome", "mine"}
    assert install_chromium.find_chromium() == "google-chrome"
    monkeypatch.setenv("LINKWORK_CHROMIUM", "mine")
    assert install_chromium.find_chromium() == "mine"
    assert install_chromium.install() == ""
    assert machine["calls"] == []


def test_it_is_installed_after_an_update_if_needed(machine):
    assert install_chromium.install() == "Chromium was installed for the browser tests"
    assert machine["calls"] == ["install"]
    machine["calls"].clear()
    machine["works"] = lambda command: "update" in command or "update" in machine["calls"]
    assert install_chromium.install() == "Chromium was installed for the browser tests"
    assert machine["calls"] == ["install", "update", "install"]


def test_what_cannot_be_installed_is_told(machine):
    machine["works"] = lambda command: False
    assert install_chromium.install() == "Chromium could not be installed with apt-get"
    machine["user"] = 1000
    assert "only root with apt-get can install it" in install_chromium.install()
    machine["user"], machine["programs"] = 0, set()
    assert "only root with apt-get can install it" in install_chromium.install()
