"""Installs Debian's Chromium for the browser tests where that is possible.

Run by `make test`. A failure is told and never fatal: the tests then say that they were skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
LONGEST = 300.0  # seconds for one call of apt-get


def find_chromium() -> str | None:
    """Path of a Chromium: $LINKWORK_CHROMIUM, or one on the PATH."""
    wanted = os.environ.get("LINKWORK_CHROMIUM")
    if wanted:
        return shutil.which(wanted)
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def apt_get(*arguments: str) -> bool:
    """Runs apt-get without questions; False if it fails or takes too long."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    command = ["apt-get", "-qq", *arguments]
    quiet = subprocess.DEVNULL
    try:
        done = subprocess.run(
            command, env=environment, stdin=quiet, stdout=quiet, stderr=quiet, timeout=LONGEST
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def install() -> str:
    """Installs Chromium if it is missing; returns what there is to tell, or nothing."""
    if find_chromium():
        return ""
    if shutil.which("apt-get") is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "no Chromium found, and only root with apt-get can install it here"
    package = ("install", "-y", "--no-install-recommends", "chromium")
    if apt_get(*package) or (apt_get("update") and apt_get(*package)):
        return "Chromium was installed for the browser tests"
    return "Chromium could not be installed with apt-get"


if __name__ == "__main__":
    told = install()
    if told:
        print(f"browser tests: {told}", file=sys.stderr)
