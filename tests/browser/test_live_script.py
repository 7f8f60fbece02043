"""`linkwork script --live` in Chromium: the view opens, follows the run, and closes at its end."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request

import numpy as np
import pytest

pytest.importorskip("viser")

from .test_live_view import PATIENCE, picture, wait

SCRIPT = """\
import os, time
import exudyn as exu
from exudyn.utilities import *
import exudyn.graphics as graphics

def wait_for(name):
    open(name + '.wanted', 'w').close()
    while not os.path.exists(name):
        time.sleep(0.02)

SC = exu.SystemContainer()
mbs = SC.AddSystem()
brick = graphics.Brick(size=[0.4, 0.4, 0.4], color=graphics.color.red)
body = mbs.CreateRigidBody(referencePosition=[0, 0, 0], initialVelocity=[4, 0, 0],
                           inertia=InertiaCuboid(1000, [0.4, 0.4, 0.4]),
                           graphicsDataList=[brick])
mbs.Assemble()

def PreStep(mbs, t):
    if abs(t - 0.5) < 1e-6:
        wait_for('half')
    return True

mbs.SetPreStepUserFunction(PreStep)
settings = exu.SimulationSettings()
settings.timeIntegration.numberOfSteps = 100
settings.solutionSettings.solutionWritePeriod = 0.01
SC.renderer.Start()
print('active', SC.renderer.IsActive())
mbs.SolveDynamic(settings)
wait_for('end')
SC.renderer.DoIdleTasks()
SC.renderer.Stop()
print('active', SC.renderer.IsActive())
wait_for('after')
"""

OPENER = "import pathlib, sys; pathlib.Path('url.part').write_text(sys.argv[1]);" + (
    "pathlib.Path('url.part').rename('url')"
)
"""Stands for the browser of the user, who looks at the address in another one."""


@pytest.fixture
def script(tmp_path):
    """The script in a process of its own; its folder tells how far it is."""
    (tmp_path / "model.py").write_text(SCRIPT)
    (tmp_path / "opener.py").write_text(OPENER)
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment |= {"BROWSER": f"{sys.executable} {tmp_path / 'opener.py'} %s"}
    command = [sys.executable, "-m", "linkwork", "script", "--live", "model.py"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
    ) as process:  # fmt: skip
        yield process
        process.kill()


def until(process, path):
    """Wait for a file that the script writes."""
    deadline = time.monotonic() + PATIENCE
    while not path.exists():
        assert process.poll() is None, process.stdout.read()
        assert time.monotonic() < deadline, f"never: {path.name}"
        time.sleep(0.05)


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as reply:
            return reply.status == 200
    except (urllib.error.URLError, ConnectionError):
        return False


def middle_of_red(page):
    """Where the red brick is in the picture, as a share of its width; None: nowhere."""
    pixels = picture(page)
    red = (pixels[:, :, 0] > 90) & (pixels[:, :, 0] > 2.2 * pixels[:, :, 1:].max(axis=2))
    return np.nonzero(red)[1].mean() / red.shape[1] if np.count_nonzero(red) > 50 else None


def test_the_view_opens_follows_the_run_and_closes(browser, script, tmp_path):
    until(script, tmp_path / "url")
    url = (tmp_path / "url").read_text()
    until(script, tmp_path / "half.wanted")
    page = browser.new_page(viewport={"width": 900, "height": 600})
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(url)
    page.wait_for_selector("canvas", timeout=1000 * PATIENCE)

    def clock():
        return page.locator("input[disabled]").first.input_value()

    wait(page, lambda: clock() == "0.49 s", "the state before the step that waits is shown")
    wait(page, lambda: middle_of_red(page) is not None, "the brick is drawn")
    (tmp_path / "half").touch()
    until(script, tmp_path / "end.wanted")
    wait(page, lambda: clock() == "1 s", "the last state is shown")
    assert answers(url)
    (tmp_path / "end").touch()
    until(script, tmp_path / "after.wanted")
    assert not answers(url), "the view has ended, the script has not"
    page.close()
    (tmp_path / "after").touch()
    output, _ = script.communicate(timeout=PATIENCE)
    assert script.returncode == 0 and "Traceback" not in output, output
    assert "active True" in output and "active False" in output
    assert "renderer calls have no window here" not in output and faults == []
