"""Robot files on the command line."""

import re

import pytest

from linkwork.cli import main

ARM = """
<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><mass value="2"/><origin xyz="0 0 0.25"/>
    <inertia ixx="0.04" ixy="0" ixz="0" iyy="0.04" iyz="0" izz="0.01"/></inertial>
    <visual><origin xyz="0 0 0.25"/><geometry><box size="0.08 0.06 0.5"/></geometry></visual></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/></joint>
</robot>
"""


@pytest.fixture
def arm(tmp_path):
    file = tmp_path / "arm.urdf"
    file.write_text(ARM)
    return file


def test_info_shows_the_tree(arm, capsys):
    assert main(["info", str(arm)]) == 0
    told = capsys.readouterr().out
    assert "arm.urdf: a robot" in told
    assert "upper (shoulder, continuous" in told


def test_a_robot_runs_and_its_page_is_written(arm, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page, data = tmp_path / "arm.html", tmp_path / "run.npz"
    options = ["--end-time", "0.5", "--steps", "500", "--html", "--out", str(data)]
    assert main(["run", str(arm), *options]) == 0
    assert "500 steps" in capsys.readouterr().out
    assert page.stat().st_size > 10_000
    import linkwork as exu

    assert len(exu.Solution.load(data)) > 10


def test_the_initial_state_of_a_robot_is_drawn(arm, tmp_path):
    page = tmp_path / "arm.html"
    assert main(["play", str(arm), "--out", str(page)]) == 0
    assert re.search("KinematicTree", page.read_text())


def test_a_bad_file_is_refused_with_its_line(tmp_path, capsys):
    file = tmp_path / "bad.urdf"
    file.write_text(ARM.replace('value="2"', 'value="2,"'))
    assert main(["run", str(file)]) == 2
    told = capsys.readouterr().err
    assert "bad.urdf" in told
    assert re.search(r"line 4\b", told) and "2," in told
