"""The guide of movies: its program runs, and its table names the arguments."""

import inspect
import re
from pathlib import Path

from linkwork.results import views
from linkwork.view.movies import movie
from tests.view.films import frames_of

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "movies.md"


def test_the_program_of_the_guide_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(movie, "find_chromium", lambda: None)
    monkeypatch.delenv(movie.VARIABLE, raising=False)
    monkeypatch.setattr(movie, "SIZES", dict.fromkeys((".mp4", ".gif", ".png"), (160, 90)))
    (program,) = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(), flags=re.S | re.M)
    exec(compile(program, str(GUIDE), "exec"), {})
    assert frames_of(tmp_path / "run.mp4").shape == (61, 90, 160, 3)
    assert len(frames_of(tmp_path / "run.gif")) == 101
    assert (tmp_path / "frame.png").exists()


def test_the_table_names_all_arguments():
    named = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", GUIDE.read_text(), re.M)))
    )
    arguments = set(inspect.signature(views.movie).parameters) - {"solution", "fileName"}
    assert named == arguments
    assert set(inspect.signature(views.image).parameters) - {"solution", "fileName", "t"} < named
