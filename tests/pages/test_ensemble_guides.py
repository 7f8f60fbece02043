"""The guides of ensembles: their programs run, one after the other."""

import re
import warnings
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[2] / "docs"


def programs(name):
    return re.findall(r"^```python\n(.*?)^```$", (GUIDES / name).read_text(), flags=re.S | re.M)


def run(name):
    names = {"__name__": "__main__"}
    for program in programs(name):
        exec(compile(program, name, "exec"), names)
    return names


def test_programs_of_the_guide_to_ensembles_run(tmp_path, monkeypatch, capsys):
    for package in ("matplotlib", "xarray", "zarr"):
        pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    names = run("ensembles.md")
    printed = capsys.readouterr().out
    told = re.search(r"^```text\n(.*?)^```$", (GUIDES / "ensembles.md").read_text(), re.S | re.M)
    assert told[1] in printed and "the markers coincide" in printed
    assert (tmp_path / "runs.zarr").is_dir() and len(names["result"]) == 1000


def test_programs_of_the_guide_to_clusters_run(tmp_path, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the cluster's own sockets and ports
        assert len(run("clusters.md")["result"]) == 1000
