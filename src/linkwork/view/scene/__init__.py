"""What a player draws of a model: places over time, shapes, sizes."""

from linkwork.view.scene.writer import Scene as Scene
from linkwork.view.scene.writer import SceneWriter as SceneWriter
from linkwork.view.scene.writer import scene_of as scene_of
