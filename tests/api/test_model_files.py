"""mbs.save and linkwork.load: everything but Python functions comes back bit for bit."""

import json
import sys
import types

import numpy as np
import pytest
import scipy.sparse as sparse
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as exu
from linkwork import model_file
from linkwork.core.declare.matrices import MatrixContainer
from linkwork.items import *
from tests.cases import looped
from tests.items.samples import drawn_of, loop_kind, world, world_of_variants


def new_system():
    return exu.SystemContainer().AddSystem()


def saved(mbs, folder, name="model.json", **options):
    path = folder / name
    mbs.save(path, **options)
    return path


def identical(first, second):
    """Equality of stored values to the last bit and type."""
    assert type(first) is type(second)
    if isinstance(first, np.ndarray):
        return (
            first.dtype == second.dtype
            and first.shape == second.shape
            and (first.tobytes() == second.tobytes())
        )
    if isinstance(first, MatrixContainer):
        parts = zip(first.given_triplets(), second.given_triplets(), strict=True)
        same_form = (first.shape, first.is_sparse) == (second.shape, second.is_sparse)
        return (
            same_form
            and all(identical(a, b) for a, b in parts)
            and (first.is_sparse or identical(first.dense(), second.dense()))
        )
    if isinstance(first, (list, tuple)):
        return len(first) == len(second) and all(map(identical, first, second))
    if isinstance(first, dict):
        return list(first) == list(second) and all(identical(first[k], second[k]) for k in first)
    return repr(first) == repr(second) if isinstance(first, float) else first == second


def same_items(first, second):
    for family, members in first._items.items():
        others = second._items[family]
        assert len(members) == len(others)
        for item, other in zip(members, others, strict=True):
            assert type(item) is type(other) and item.given == other.given
            for p in item.fields.values():
                assert identical(getattr(item, p.name), getattr(other, p.name)), (item, p.name)
            for p in item.V.fields.values():
                drawn = getattr(item.visualization, p.name), getattr(other.visualization, p.name)
                assert identical(*drawn), (item, p.name)
    assert first._store.names == second._store.names


def round_trip(mbs, folder, **options):
    path = saved(mbs, folder)
    again = exu.load(path, **options)
    same_items(mbs, again)
    assert saved(again, folder, "again.json").read_bytes() == path.read_bytes()
    return again


# ---------------------------------------------------------------------- round trips


def test_every_kind_and_variant_comes_back(tmp_path):
    round_trip(world_of_variants().mbs, tmp_path, import_functions=True)


@loop_kind
def test_drawings_and_changed_parameters_come_back(kind, tmp_path):
    w = world()
    w.add_item(w.sample(kind, visualization=drawn_of(kind)))
    w.add_item(kind())
    again = round_trip(w.mbs, tmp_path, import_functions=True)
    assert again.systemData.NumberOfNodes() == w.mbs.systemData.NumberOfNodes()


FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SPECIAL = [-0.0, 1e-310, 5e-324, 1.7976931348623157e308, 0.1 + 0.2, -1e22, 123456789.0]
names = st.text(max_size=20)


@settings(max_examples=60, deadline=None)
@given(
    vector=st.lists(FLOATS | st.sampled_from(SPECIAL), min_size=3, max_size=3),
    mass=st.floats(0.0, allow_infinity=False),
    matrix=st.lists(st.lists(FLOATS | st.sampled_from(SPECIAL), min_size=2, max_size=2),
                    min_size=2, max_size=2),
    entries=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1), FLOATS), max_size=5),
    name=names, color=st.lists(st.floats(0, 1), min_size=4, max_size=4),
    steps=st.integers(1, 2**62), end=st.floats(1e-300, 1e300),
)  # fmt: skip
def test_any_values_come_back(vector, mass, matrix, entries, name, color, steps, end):
    mbs = new_system()
    node = mbs.AddNode(NodePoint(referenceCoordinates=vector, name=name))
    mbs.AddObject(MassPoint(physicsMass=mass, nodeNumber=node, name=name))
    start = dict(referenceCoordinates=[0, 0], initialCoordinates=vector[:2])
    start |= dict(initialCoordinates_t=[0, 0], numberOfODE2Coordinates=2)
    both = mbs.AddNode(NodeGenericODE2(**start))
    mbs.SetNodeParameter(node, "initialVelocities", vector[::-1])
    sparse_matrix = MatrixContainer()
    sparse_matrix.SetWithSparseMatrix([list(entry) for entry in entries], 2, 2)
    mbs.AddObject(ObjectGenericODE2(nodeNumbers=[both], massMatrix=matrix,
                                    stiffnessMatrix=sparse_matrix, forceVector=vector[:2],
                                    visualization={"color": color}))  # fmt: skip
    kept = exu.SimulationSettings()
    kept.timeIntegration.numberOfSteps = steps
    kept.timeIntegration.endTime = end
    text = model_file.text_of(mbs._items, simulation=kept)
    read = model_file.items_of(text)
    again = new_system()
    again._take_items(read.items)
    same_items(mbs, again)
    assert read.simulationSettings == kept
    text.encode("utf-8")
    assert model_file.text_of(read.items, simulation=read.simulationSettings) == text


def test_names_of_any_characters_come_back(tmp_path):
    mbs = new_system()
    for name in (
        "Ä\u2028\x00\x7f\U0001f600",
        "<script>",
        '"\\',
        "\ud800",
        "\udc00 x",
        "\ufeff",
        " ",
    ):
        mbs.AddNode(NodePoint(name=name))
    again = round_trip(mbs, tmp_path)
    assert again.GetNodeNumber("\ud800") == 3
    mbs.AddNode(NodePoint(name="\ud83d\ude00"))
    with pytest.raises(exu.ParameterError, match="Point .* cannot be written: .*surrogate pair"):
        mbs.save(tmp_path / "model.json")
    assert exu.load(tmp_path / "model.json").systemData.NumberOfNodes() == 7


def test_matrices_keep_form_order_and_empty_sizes(tmp_path):
    w = world()
    csr = sparse.csr_matrix(np.array([[1.0, 0.0, -0.0], [0.0, 2.5, 0.0], [1e-310, 0.0, 3.0]]))
    shuffled = MatrixContainer()
    shuffled.SetWithSparseMatrix([[2, 1, 0.1], [0, 0, 0.2], [2, 1, 0.3], [1, 1, 0.0]], 3, 3)
    generic = w.first(ObjectGenericODE2)
    w.mbs.SetObjectParameter(generic, "stiffnessMatrix", csr)
    w.mbs.SetObjectParameter(generic, "dampingMatrix", shuffled)
    again = round_trip(w.mbs, tmp_path, import_functions=True)
    item = again._items["object"][generic]
    assert item.dampingMatrix.given_triplets()[2].tolist() == [0.1, 0.2, 0.3, 0.0]
    flat = dict(triangleMesh=np.zeros((0, 3)))
    w.mbs.AddObject(ObjectGenericODE2(visualization=flat))
    again = round_trip(w.mbs, tmp_path, import_functions=True)
    assert again._items["object"][-1].visualization.triangleMesh.shape == (0, 3)


def test_settings_of_runs_and_drawings_are_kept_with_the_model(tmp_path):
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    container.visualizationSettings.nodes.defaultSize = 0.25
    container.visualizationSettings.general.backgroundColor = [0, 0.5, 1, 1]
    kept = exu.SimulationSettings()
    kept.timeIntegration.endTime = 0.1
    kept.linearSolverType = exu.LinearSolverType.EXUdense
    kept.solutionSettings.solutionInformation = "Ä"
    path = saved(mbs, tmp_path, simulationSettings=kept)
    assert json.loads(path.read_text())["simulationSettings"] == {
        "timeIntegration": {"endTime": 0.1},
        "solutionSettings": {"solutionInformation": "Ä"},
        "linearSolverType": "EXUdense",
    }
    again = exu.load(path)
    assert again.simulationSettings == kept
    assert again.visualizationSettings == container.visualizationSettings
    assert again.visualizationSettings.nodes.defaultSize == 0.25
    assert saved(again, tmp_path, "again.json").read_bytes() == path.read_bytes()
    assert exu.load(saved(new_system(), tmp_path)).simulationSettings is None
    with pytest.raises(exu.ParameterError, match="save takes SimulationSettings, got 3"):
        mbs.save(path, 3)
    again.Reset()
    assert again.simulationSettings is None


def test_a_loaded_model_gives_the_same_result_to_the_last_bit(tmp_path):
    mbs = new_system()
    ground = mbs.AddObject(ObjectGround())
    node = mbs.AddNode(NodePoint(referenceCoordinates=[1.0, 0.1, 0.2]))
    mass = mbs.AddObject(MassPoint(nodeNumber=node, physicsMass=1 / 3))
    ends = [mbs.AddMarker(MarkerBodyPosition(bodyNumber=body)) for body in (ground, mass)]
    mbs.AddObject(SpringDamper(markerNumbers=ends, referenceLength=0.7, stiffness=1e3 / 7))
    mbs.AddLoad(Force(markerNumber=ends[1], loadVector=[0.1, 0.2, 0.3]))
    mbs.AddSensor(SensorNode(nodeNumber=node, storeInternal=True,
                             outputVariableType=exu.OutputVariableType.Position))  # fmt: skip
    mbs.SetNodeParameter(node, "initialVelocities", [0.1, -0.7, 1 / 3])
    kept = exu.SimulationSettings()
    kept.timeIntegration.numberOfSteps = 50
    again = exu.load(saved(mbs, tmp_path, simulationSettings=kept))
    first = mbs.SolveDynamic(kept)
    second = again.SolveDynamic(again.simulationSettings)
    assert first.coordinates.shape == (51, 3) and first.coordinates[-1].any()
    for name in ("times", "coordinates", "velocities", "accelerations"):
        assert getattr(first, name).tobytes() == getattr(second, name).tobytes()
    for name, values in first.sensors.items():
        assert values.tobytes() == second.sensors[name].tobytes()


# ---------------------------------------------------------------------- functions


def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    return stiffness * deltaL


def before(mbs, t):
    return True


def with_functions(*laws, pre_step=0):
    mbs = new_system()
    for number, function in enumerate(laws):
        mbs.AddObject(SpringDamper(name=f"s{number}", springForceUserFunction=function))
    mbs.SetPreStepUserFunction(pre_step)
    return mbs


def functions_in(path):
    return [o["springForceUserFunction"] for o in json.loads(path.read_text())["objects"]]


def test_functions_of_the_script_itself_are_kept_by_name(tmp_path, monkeypatch):
    """Another script that loads the file is `__main__` then."""

    def before(mbs, t):
        return True

    before.__module__, before.__qualname__ = "__main__", "before"
    monkeypatch.setattr(sys.modules["__main__"], "before", before, raising=False)
    mbs = new_system()
    mbs.SetPreStepUserFunction(before)
    form = json.loads(saved(mbs, tmp_path).read_text())
    assert form["preStepUserFunction"] == {"supply": "before"}


def test_a_link_stays_a_link_to_the_new_file(tmp_path):
    (tmp_path / "linked.json").symlink_to(tmp_path / "real.json")
    saved(new_system(), tmp_path, "linked.json")
    assert (tmp_path / "linked.json").is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["linked.json", "real.json"]
    assert exu.load(tmp_path / "real.json").systemData.NumberOfNodes() == 0


def test_functions_are_kept_by_import_path_or_by_name(tmp_path):
    def local(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 1.0

    other = types.FunctionType(local.__code__, {}, "local")
    marked = exu.called_back(law)
    mbs = with_functions(law, local, other, local, marked, lambda *a: 1.0, pre_step=before)
    path = saved(mbs, tmp_path)
    own = f"{__name__}:law"
    assert functions_in(path) == [
        own, {"supply": "local"}, {"supply": "local_2"}, {"supply": "local"},
        {"supply": "law"}, {"supply": "lambda"},
    ]  # fmt: skip
    assert json.loads(path.read_text())["preStepUserFunction"] == f"{__name__}:before"
    with pytest.raises(exu.ParameterError) as caught:
        exu.load(path)
    text = str(caught.value)
    for told in (
        f"model.json needs functions, which are not stored in files: {own!r} of "
        "SpringDamper 's0' (object 0): springForceUserFunction; 'local' of SpringDamper 's1' "
        "(object 1): springForceUserFunction, SpringDamper 's3' (object 3)",
        f"'{__name__}:before' of preStepUserFunction",
        "pass them as functions={",
        "import_functions=True",
    ):
        assert told in text
    handed = {"local": local, "local_2": other, "law": marked, "lambda": law, "unused": 3}
    again = exu.load(path, functions=handed, import_functions=True)
    got = [item.springForceUserFunction for item in again._items["object"]]
    assert got == [law, local, other, local, marked, law]
    assert again.GetPreStepUserFunction() is before
    replaced = exu.load(path, handed | {own: local, f"{__name__}:before": before})
    assert replaced._items["object"][0].springForceUserFunction is local


def test_loading_imports_nothing_unasked(tmp_path, monkeypatch):
    marker = tmp_path / "was_run"
    (tmp_path / "naughty_module.py").write_text(f"open({str(marker)!r}, 'w').close()\n")
    monkeypatch.syspath_prepend(tmp_path)
    path = saved(with_functions(law), tmp_path)
    path.write_text(path.read_text().replace(__name__, "naughty_module"))
    with pytest.raises(exu.ParameterError, match="naughty_module:law"):
        exu.load(path)
    assert "naughty_module" not in sys.modules and not marker.exists()
    with pytest.raises(exu.ParameterError, match="must be a plain function at the top level"):
        exu.load(path, import_functions=True)
    assert marker.exists()
    del sys.modules["naughty_module"]


@looped(
    ("form", "told"),
    [
        ('"os:system"', "must be a plain function at the top level of its module, got <built-in"),
        ('"no_such_module_here:f"', "the module 'no_such_module_here' cannot be imported"),
        ('"os.path"', 'must be "module:name", {"supply": "name"}'),
        ('"os:path.join"', 'must be "module:name"'),
        ('{"supply": 3}', 'must be "module:name"'),
        ('{"code": "1"}', 'must be "module:name"'),
        ("3", "must be a function of the arguments (mbs, t, itemNumber, "),
        ('"json:loads"', "must be a function of the arguments"),
    ],
)
def test_what_names_no_function_is_refused(form, told, tmp_path):
    path = saved(with_functions(law), tmp_path)
    path.write_text(path.read_text().replace(f'"{__name__}:law"', form))
    with pytest.raises(exu.SysError) as caught:
        exu.load(path, import_functions=True)
    assert told in str(caught.value) and "springForceUserFunction" in str(caught.value)


def test_functions_handed_over_must_be_functions(tmp_path):
    path = saved(with_functions(lambda *a: 1.0), tmp_path)
    with pytest.raises(
        exu.ParameterError, match=r"functions\['lambda'\] must be a function, got 3"
    ):
        exu.load(path, functions={"lambda": 3})
    with pytest.raises(exu.ParameterError, match="functions must be a dictionary"):
        exu.load(path, functions=[law])


def test_placeholders_stand_for_missing_functions_and_keep_their_names():
    def local(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
        return 1.0

    mbs = with_functions(local, law)
    text = model_file.text_of(mbs._items)
    read = model_file.items_of(text, missing="placeholder")
    stands = read.items["object"][0].springForceUserFunction
    with pytest.raises(exu.SysError, match="'s0' .*: the function 'local' is not part of the file"):
        stands(1, 2.0)
    assert model_file.text_of(read.items) == text
    read.items["object"][1].springForceUserFunction = local
    forms = json.loads(model_file.text_of(read.items))["objects"]
    assert [form["springForceUserFunction"] for form in forms] == [
        {"supply": "local"}, {"supply": "local_2"},
    ]  # fmt: skip


def test_a_snapshot_comes_back_from_its_text():
    w = world()
    w.mbs.Assemble()
    from linkwork.results.snapshot import Snapshot

    text = Snapshot.of(w.mbs._model).to_json()
    again = Snapshot.from_json(text)
    assert again.to_json() == text
    assert again.model.n_ode2 == w.mbs._model.n_ode2


# ---------------------------------------------------------------------- files


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    mbs = new_system()
    path = saved(mbs, tmp_path)
    old = path.read_bytes()
    mbs.AddNode(NodePoint())

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("linkwork.core.files.whole_files.os.replace", full)
    with pytest.raises(exu.SysError, match="model.json cannot be written: No space left on device"):
        mbs.save(path)
    assert path.read_bytes() == old and [p.name for p in tmp_path.iterdir()] == ["model.json"]


def test_places_that_cannot_be_written_are_refused(tmp_path):
    mbs = new_system()
    (tmp_path / "file").write_text("")
    with pytest.raises(exu.SysError, match="the folder of .* cannot be created"):
        mbs.save(tmp_path / "file" / "model.json")
    with pytest.raises(exu.SysError, match="cannot be written"):
        mbs.save(tmp_path)
    with pytest.raises(exu.ParameterError, match=r"run.npz is a file name for results, .* \.json"):
        mbs.save(tmp_path / "run.npz")
    for wrong in (None, 3, "", b"", "a\0b"):
        with pytest.raises(exu.ParameterError, match="a file name is needed"):
            mbs.save(wrong)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_missing_folders_are_made(tmp_path):
    path = tmp_path / "new" / "model.json"
    new_system().save(path)
    assert path.exists()


def test_files_are_readable_for_people(tmp_path):
    mbs = new_system()
    mbs.AddNode(NodePoint(name="mass", referenceCoordinates=[1, 2.5, 0]))
    mbs.AddObject(ObjectGround(referenceRotation=[[0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    wanted = """\
{
  "format": "linkwork-model",
  "version": 1,
  "nodes": [
    {
      "nodeType": "Point",
      "name": "mass",
      "referenceCoordinates": [1.0, 2.5, 0.0]
    }
  ],
  "objects": [
    {
      "objectType": "Ground",
      "name": "object0",
      "referenceRotation": [
        [0.0, -1.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0]
      ]
    }
  ],
  "markers": [],
  "loads": [],
  "sensors": []
}
"""
    assert saved(mbs, tmp_path).read_text() == wanted
