"""visualizationSettings of the other interface: every path, default, type and old spelling."""

import copy
import hashlib
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
import linkwork.exudyn as exu
from linkwork.core.enums import ItemType, OutputVariableType
from linkwork.exudyn import graphics
from linkwork.exudyn._visualization import VisualizationSettings, table
from tests.cases import looped

STORED = json.loads(Path(__file__).with_name("visualization_settings.json").read_text())
PRINTED = "87f2d2ce961819a90658344a2fce900342e98b6b438710a468a621d7ae97bc7c"
"""SHA-256 of what Exudyn 1.11.0 prints."""


def read(settings, path):
    for name in path.split("."):
        settings = getattr(settings, name)
    return settings


def write(settings, path, value):
    group, _, name = path.rpartition(".")
    setattr(read(settings, group), name, value)


def test_every_setting_has_its_default():
    settings = VisualizationSettings()
    assert len(STORED["defaults"]) == 384
    for path, default in STORED["defaults"].items():
        value = read(settings, path)
        if isinstance(value, OutputVariableType | ItemType):
            value = str(value)
        assert value == default and type(value) is type(default), path
    views = {p for p in table().leaves if p.startswith(("view1", "view2", "view3"))}
    assert set(table().leaves) - views - {"openGL.dummy"} == set(STORED["defaults"])
    for path in views:
        assert read(settings, path) == read(settings, f"view0{path[5:]}")


def test_old_spellings_are_the_new_settings():
    assert len(STORED["old"]) == 92 and table().aliases == STORED["old"]
    settings = VisualizationSettings()
    settings.window.renderWindowSize = [800, 600]
    assert settings.view0.window.renderWindowSize == [800, 600]
    settings.openGL.showFaces = False
    assert settings.view0.scene.showFaces is False
    settings.openGL.light0ambient = 0.25
    assert settings.openGL.light0ambient == 0.25
    assert "dummy" not in settings.told()


def test_it_prints_as_the_other_interface_does():
    settings = VisualizationSettings()
    assert hashlib.sha256(str(settings).encode()).hexdigest() == PRINTED
    settings.loads.defaultColor = [1, 0, 0.125, 1]
    assert str(settings.loads).startswith(
        "<VSettingsLoads:\nVSettingsLoads:\n  defaultColor = [1,0"
    )
    assert repr(settings.openGL.advanced).startswith("<VSettingsOpenGLAdvanced:\n")


def test_values_are_converted():
    settings = VisualizationSettings()
    for path, given, kept in (
        ("nodes.show", 0, False), ("nodes.show", np.bool_(True), True),
        ("nodes.tiling", np.int64(3), 3), ("nodes.tiling", True, 1),
        ("nodes.defaultSize", 2, 2.0), ("nodes.defaultSize", np.float64(0.5), 0.5),
        ("nodes.defaultColor", (1, 0, 0, 1), [1.0, 0.0, 0.0, 1.0]),
        ("nodes.defaultColor", np.ones(4), [1.0] * 4),
        ("openGL.advanced.initialModelRotation", np.eye(3), np.eye(3).tolist()),
        ("sensors.traces.listOfPositionSensors", [3, 1], [3, 1]),
        ("sensors.traces.traceColors", [1, 0, 0, 1], [1.0, 0.0, 0.0, 1.0]),
        ("contour.outputVariable", OutputVariableType.Position, OutputVariableType.Position),
        ("interactive.keyPressUserFunction", print, print),
        ("interactive.keyPressUserFunction", 0, None),
    ):  # fmt: skip
        write(settings, path, given)
        assert read(settings, path) == kept and type(read(settings, path)) is type(kept)


WRONG = [
    ("nodes.show", "a", TypeError, "nodes.show must be True or False, got 'a'"),
    ("nodes.tiling", 2.5, TypeError, "nodes.tiling must be a whole number, got 2.5"),
    ("nodes.tiling", 0, ValueError, "nodes.tiling must be > 0, got 0"),
    ("openGL.lineWidth", -1, ValueError, "openGL.lineWidth must be >= 0, got -1"),
    ("nodes.defaultSize", "1", TypeError, "nodes.defaultSize must be a number"),
    ("nodes.defaultSize", float("nan"), TypeError, "must be a number, got nan"),
    ("nodes.defaultColor", [1, 0, 0], TypeError, "must be 4 numbers"),
    ("nodes.defaultColor", [[1], [0, 0]], TypeError, "must be 4 numbers"),
    ("view0.window.renderWindowSize", [1.5, 2], TypeError, "must be 2 whole numbers"),
    ("sensors.traces.listOfPositionSensors", 3, TypeError, "must be a list of whole numbers"),
    ("openGL.advanced.initialModelRotation", np.eye(2), TypeError, "must be 3 x 3 numbers"),
    ("contour.outputVariable", 2, TypeError, "must be a member of OutputVariableType, got 2"),
    ("exportImages.saveImageFileName", 3, TypeError, "must be a string, got 3"),
    ("interactive.keyPressUserFunction", 3, TypeError, "must be a function, or 0, got 3"),
    ("nodes", 3, TypeError, "nodes is a group of settings, got 3"),
    ("nodes.shw", 3, AttributeError, "has no 'nodes.shw'; did you mean 'nodes.show'"),
    ("nodez", 3, AttributeError, "has no 'nodez'; did you mean 'nodes'"),
    ("renderWindowSize", 3, AttributeError, "did you mean 'view0.window.renderWindowSize'"),
    ("openGL.dummy", 3, AttributeError, "has no 'openGL.dummy'"),
]


@looped("path, value, error, words", WRONG)
def test_wrong_values_and_names_are_refused(path, value, error, words):
    settings = VisualizationSettings()
    group = settings if "." not in path else read(settings, path.rpartition(".")[0])
    with pytest.raises(error) as caught:
        setattr(group, path.rpartition(".")[2], value)
    assert words in str(caught.value)
    assert settings.GetDictionary() == VisualizationSettings().GetDictionary()


ACTING = {
    "nodes.show": False, "nodes.defaultSize": 0.5, "nodes.defaultColor": [1.0, 0.0, 0.0, 1.0],
    "nodes.showNumbers": True, "bodies.show": False, "bodies.defaultSize": [1.0, 2.0, 3.0],
    "bodies.showNumbers": True, "connectors.show": False, "connectors.defaultSize": 0.25,
    "connectors.springNumberOfWindings": 5, "markers.show": False, "markers.defaultSize": 0.5,
    "loads.show": False, "loads.fixedLoadSize": True, "sensors.show": False,
    "sensors.traces.showPositionTrace": True, "sensors.traces.lineWidth": 3.0,
    "contour.outputVariable": OutputVariableType.Velocity, "contour.outputVariableComponent": -1,
    "contour.automaticRange": False, "contour.reduceRange": True, "contour.minValue": -2.0,
    "contour.maxValue": 3.0, "contour.nodesColored": False, "contour.rigidBodiesColored": False,
    "contour.alphaTransparency": 0.5, "contour.advanced.showColorBar": False,
    "contour.advanced.colorBarPrecision": 3,
    "general.backgroundColor": [0.0, 0.0, 0.0, 1.0], "general.textColor": [1.0, 1.0, 1.0, 1.0],
}  # fmt: skip


def test_settings_that_linkwork_has_act_on_its_own():
    own = lw.VisualizationSettings()
    settings = VisualizationSettings(own)
    fresh = str(own)
    settings.nodes.tiling = 8
    assert str(own) == fresh  # defaults of the other interface do not change ours
    for path, value in ACTING.items():
        write(settings, path, value)
        kept = read(own, path)
        assert (list(kept) if isinstance(value, list) else kept) == value, path
    assert settings.told().endswith("without effect: nodes.tiling")


def test_one_line_tells_what_has_no_effect():
    settings = VisualizationSettings()
    assert settings.told() == ""
    settings.general.autoFitScene = False
    settings.general.autoFitScene = True
    settings.nodes.show = False
    assert settings.told() == ""
    settings.contour.advanced.colorBarTiling = 20
    assert settings.told() == (
        "visualization settings that are stored without effect: contour.advanced.colorBarTiling"
    )
    for name in ("basisSize", "tiling"):
        setattr(settings.nodes, name, 7)
    for k in range(7):
        write(settings, f"raytracer.material{k}.alpha", 0.5)
    assert settings.told().endswith(", raytracer.material2.alpha and 4 others")
    settings.nodes.defaultColor = [0.5, 0.5, 0.5, 1003]  # Linkwork refuses this opacity
    assert "\n" not in settings.told() and settings.told().endswith("and 5 others")


def test_dictionaries_groups_and_copies():
    settings, other = VisualizationSettings(), VisualizationSettings()
    form = settings.GetDictionary()
    assert list(form)[:4] == ["nodes", "bodies", "connectors", "markers"] and "window" not in form
    assert list(form["contour"])[:2] == ["advanced", "alphaTransparency"]
    form["nodes"]["tiling"] = 9
    other.SetDictionary(form)
    assert other.nodes.tiling == 9 and other.told().endswith(": nodes.tiling")
    other.SetDictionary({"loads": {"show": False}})
    assert not other.loads.show and other.nodes.tiling == 9
    with pytest.raises(AttributeError, match="has no 'nodes.tilin'"):
        other.SetDictionary({"nodes": {"tilin": 1}})
    settings.nodes = other.nodes
    assert settings.nodes.tiling == 9
    for again in (copy.deepcopy(settings), pickle.loads(pickle.dumps(settings))):
        again.nodes.tiling = 3
        assert settings.nodes.tiling == 9 and again.nodes.tiling == 3
    assert "defaultSize" in dir(settings.nodes) and "window" in dir(settings)


def test_materials_are_kept_as_scripts_set_them():
    materials = exu.SystemContainer().renderer.materials
    steel = materials.Get("steel")
    steel.reflectivity = 0.3
    assert materials.Get(2).reflectivity == 0.1 and materials.GetDict(2)["name"] == "steel"
    materials.Set("steel", steel)
    assert materials.Get(2).reflectivity == 0.3
    own = materials.New()
    own.name, own.baseColor = "own", [1, 0, 0]
    assert materials.Append(own) == 10 and materials.Get("own").baseColor == [1, 0, 0]
    with pytest.raises(AttributeError, match="no 'colour'"):
        own.colour = 1
    with pytest.raises(ValueError, match="no material 'wood'; there are 11: default, matt"):
        materials.Get("wood")
    materials.Reset()
    assert materials.Get(2).reflectivity == 0.1
    names = [materials.Get(k).name for k in range(10)]
    assert [getattr(graphics.material, "index" + name.capitalize()) for name in names] == list(
        range(1000, 1010)
    )
