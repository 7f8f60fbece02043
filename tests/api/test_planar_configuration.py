"""RunConfiguration: defaults, checks on every way in, JSON."""

import json
import math
from dataclasses import fields

import numpy as np
import pytest

import linkwork as exu
from linkwork import planar as lw
from tests.cases import looped

DEFAULTS = dict(
    output_path=None, output_name="run", output_as_csv=True, output_position=True,
    output_velocity=True, output_acceleration=True, output_force=True, solver_type="RK4",
    termination_time=1.0, n_timesteps=1000, render_name="", animate_concise=False,
    bodies_to_render=None, body_colors=None, n_frames=100,
)  # fmt: skip


def test_fields_and_defaults():
    config = lw.RunConfiguration()
    names = [field.name for field in fields(config)]
    assert names[: len(DEFAULTS)] == list(DEFAULTS)
    assert {name: getattr(config, name) for name in DEFAULTS} == DEFAULTS


def test_the_grid_has_both_ends():
    config = lw.RunConfiguration(termination_time=0.5, n_timesteps=6)
    assert np.allclose(config.times, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5], rtol=0, atol=1e-16)


def test_every_integrator_is_known_by_its_name():
    for member in exu.DynamicSolverType:
        assert lw.RunConfiguration(solver_type=member.name).solver is member
        assert lw.RunConfiguration(solver_type=member).solver_type == member.name
    for name, member in dict(RK4="RK44", FwdEuler="ExplicitEuler").items():
        assert lw.RunConfiguration(solver_type=name).solver.name == member
    assert lw.RunConfiguration(solver_type="CentralDifference").solver.name == "VelocityVerlet"


BAD = [
    (dict(termination_time=0.0), r"termination_time must be .* > 0 \[s\], got 0.0"),
    (dict(termination_time=math.nan), "termination_time must be .* got nan"),
    (dict(n_timesteps=1), "n_timesteps must be a whole number >= 2, got 1"),
    (dict(n_timesteps=10.0), "n_timesteps must be a whole number >= 2, got 10.0"),
    (dict(n_timesteps=True), "n_timesteps must be a whole number >= 2, got True"),
    (dict(n_frames=0), "n_frames must be a whole number >= 1, got 0"),
    (dict(solver_type="RK5"), "solver_type must be one of 'RK4', .* got 'RK5'"),
    (dict(output_as_csv="yes"), "output_as_csv must be True or False, got 'yes'"),
    (dict(output_force=1), "output_force must be True or False, got 1"),
    (dict(output_path=3), "output_path must be the path of a folder, or None .* got 3"),
    (dict(output_name="a/b"), "output_name must be a file name without folders, got 'a/b'"),
    (dict(output_name=""), "output_name must be a file name without folders, got ''"),
    (dict(bodies_to_render="A"), "bodies_to_render must be a list"),
    (dict(body_colors=1), "body_colors must be a color, a list"),
    (dict(relative_tolerance=-1.0), "relative_tolerance must be .* got -1.0"),
]


@looped("values, text", BAD)
def test_bad_values_are_refused_on_every_way(values, text):
    config = lw.RunConfiguration()
    with pytest.raises(ValueError, match=f"RunConfiguration: {text}"):
        lw.RunConfiguration(**values)
    ((name, value),) = values.items()
    with pytest.raises(ValueError, match=text):
        setattr(config, name, value)
    with pytest.raises(ValueError, match=text):
        config.update_from_dict({"output_velocity": False, **values})
    assert config == lw.RunConfiguration()


def test_unknown_names_are_refused_and_nothing_changes():
    config = lw.RunConfiguration()
    with pytest.raises(KeyError, match="no field 'n_timestep'; did you mean 'n_timesteps'"):
        config.update_from_dict({"n_frames": 5, "n_timestep": 7})
    assert config == lw.RunConfiguration()
    with pytest.raises(AttributeError, match="did you mean 'solver_type'"):
        config.solver_typ = "RK4"
    with pytest.raises(TypeError, match="takes a dictionary, got 3"):
        config.update_from_dict(3)


def test_update_from_dict():
    config = lw.RunConfiguration()
    config.update_from_dict({"n_frames": 5, "termination_time": 2})
    assert (config.n_frames, config.termination_time) == (5, 2.0)


def test_a_file_keeps_everything(tmp_path):
    path = tmp_path / "run.json"
    config = lw.RunConfiguration(
        output_path=tmp_path, output_as_csv=False, solver_type="DOPRI5", termination_time=1 / 3,
        n_timesteps=np.int64(17), bodies_to_render=[0, "A"], body_colors={"A": "red", 3: "blue"},
    )  # fmt: skip
    config.save_to_file(path)
    assert json.loads(path.read_text())["termination_time"] == 1 / 3
    assert lw.RunConfiguration.load_from_file(path) == config
    other = lw.RunConfiguration()
    assert other.load_from_file(str(path)) is other
    assert other == config


def test_files_that_cannot_be_used(tmp_path):
    path = tmp_path / "run.json"
    with pytest.raises(exu.SysError, match="run.json cannot be read"):
        lw.RunConfiguration.load_from_file(path)
    for content, kind, text in (
        ("{", ValueError, "is not JSON"),
        ("[1]", ValueError, "must hold a JSON object"),
        ('{"steps": 3}', KeyError, "no field 'steps'"),
        ('{"n_frames": "many"}', ValueError, "n_frames must be a whole number"),
    ):
        path.write_text(content)
        with pytest.raises(kind, match=text):
            lw.RunConfiguration.load_from_file(path)
    with pytest.raises(exu.SysError, match="cannot be written"):
        lw.RunConfiguration().save_to_file(tmp_path / "no" / "run.json")
    config = lw.RunConfiguration(body_colors=[object()])
    with pytest.raises(ValueError, match="a field cannot be written as JSON"):
        config.save_to_file(path)


def test_ids_of_bodies_survive_a_file(tmp_path):
    config = lw.RunConfiguration(
        bodies_to_render=[(1, ("a", 2)), np.int64(3)], body_colors={(1, ("a", 2)): "red", 3: "blue"}
    )
    config.save_to_file(tmp_path / "run.json")
    assert lw.RunConfiguration.load_from_file(tmp_path / "run.json") == config
    (tmp_path / "run.json").write_text('{"body_colors": {"pairs": [1]}}')
    with pytest.raises(ValueError, match=r"body_colors .* must be a list of pairs .*, got \[1\]"):
        lw.RunConfiguration.load_from_file(tmp_path / "run.json")


def test_a_time_whose_square_vanishes_is_refused():
    with pytest.raises(ValueError, match="termination_time must be .* > 0 .*, got 1e-300"):
        lw.RunConfiguration(termination_time=1e-300)


def test_the_largest_end_there_is():
    """NumPy's grid overflows at its last time before it puts the end there."""
    times = lw.RunConfiguration(n_timesteps=8, termination_time=1.7976931348623157e308).times
    assert np.isfinite(times).all() and times[-1] == 1.7976931348623157e308
