"""Time steps of robots: explicit Euler against MuJoCo, RK44 and generalized-alpha against Exudyn.

All sides have the same links and joints, from the files of `robots.py`, without limits, contacts,
damping and friction, and fall from the same positions. MuJoCo takes all steps in one call, with
everything switched off that the model does not need; its Euler is semi-implicit, so accelerations
of the start are compared, not the states after some steps.
"""

import importlib.util
import time
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

import linkwork as exu
from benchmarks.robots import TASKS, Task, file_of
from linkwork.bench.engine import OWN, Benchmark, Engine, Run, make_settings, set_steps
from linkwork.bench.rounds import own_engine

EULER_STEP, EULER_STEPS = 1e-5, 20_000
STEP, STEPS = 5e-4, 1000  # s, of the comparison with Exudyn
DOWN = (0.0, 0.0, -9.81)

LINKS = ("linkMasses", "linkParents", "jointTypes")
VECTORS = ("jointOffsets", "linkCOMs")
MATRICES = ("jointTransformations", "linkInertiasCOM")


class StepRow(NamedTuple):
    """title of the robot; seconds per step of ours and of the peer; largest difference of the
    accelerations at the start, relative"""

    title: str
    ours: float
    peer: float
    difference: float


def has_mujoco() -> bool:
    """Whether MuJoCo is installed."""
    return importlib.util.find_spec("mujoco") is not None


def robot_of(task: Task) -> Any:
    """A robot without resistance in its joints."""
    robot: Any = exu.robots.read(str(file_of(task)), base="free" if task.free else "fixed")
    for joint in robot.joints.values():
        joint.damping = joint.friction = 0.0
    return robot


def start_of(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Positions [rad] and rates [rad/s] of joints at the start."""
    return 0.3 * np.cos(np.arange(count)), 0.2 * np.sin(np.arange(count))


# ------------------------------------------------------------------------------- MuJoCo


def against_mujoco(repeat: int, quick: bool) -> Iterator[StepRow]:
    """Explicit Euler, time per step; both sides take turns."""
    for task in TASKS:
        yield _euler_row(task, repeat, EULER_STEPS // (10 if quick else 1))


def _euler_row(task: Task, repeat: int, steps: int) -> StepRow:
    import mujoco

    robot, model = robot_of(task), _mujoco_model(task)
    system = exu.SystemContainer().AddSystem()
    tree = robot.add_to(system, gravity=DOWN, limits=False, shapes=False)
    names = [name for name in robot.model.places if name in robot.joints]
    x, rates = start_of(len(names))
    tree.set_initial(dict(zip(names, x, strict=True)), dict(zip(names, rates, strict=True)))
    system.Assemble()
    settings = make_settings(own_engine(), steps, EULER_STEP, 0)
    data = mujoco.MjData(model)
    numbers = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in names]
    q, v = data.qpos.copy(), data.qvel.copy()
    q[model.jnt_qposadr[numbers]], v[model.jnt_dofadr[numbers]] = x, rates

    def ours() -> None:
        system.SolveDynamic(settings, solverType=exu.DynamicSolverType.ExplicitEuler)

    def peer() -> None:
        mujoco.mj_resetData(model, data)
        data.qpos[:], data.qvel[:] = q, v
        mujoco.mj_step(model, data, nstep=steps)

    best = [_cpu_time(ours), _cpu_time(peer)]
    for _ in range(3 * repeat):
        best = [min(best[0], _cpu_time(ours)), min(best[1], _cpu_time(peer))]
    set_steps(settings, 1, EULER_STEP)
    ours()
    mujoco.mj_resetData(model, data)
    data.qpos[:], data.qvel[:] = q, v
    mujoco.mj_forward(model, data)
    expected = data.qacc[[*range(6 * task.free), *model.jnt_dofadr[numbers]]]
    # a step of Euler's method adds h times the accelerations; the base begins at rest
    output, variable = system.GetNodeOutput, exu.OutputVariableType
    places = [tree.coordinate(name) for name in names]
    found = output(tree.node, variable.Coordinates_t)[places] - rates
    if task.free:
        base = (variable.Velocity, variable.AngularVelocityLocal)
        found = np.concatenate([*(output(tree.base_node, each) for each in base), found])
    difference = np.abs(found / EULER_STEP - expected).max() / np.abs(expected).max()
    return StepRow(task.title, best[0] / steps, best[1] / steps, float(difference))


def _mujoco_model(task: Task) -> Any:
    """The file as a model of MuJoCo, without shapes and resistance; gravity and motion are left."""
    import mujoco

    root = ElementTree.parse(str(file_of(task))).getroot()
    for link in root.findall("link"):
        for shape in (*link.findall("visual"), *link.findall("collision")):
            link.remove(shape)
    for own in root.findall("mujoco"):
        root.remove(own)
    for resistance in root.iter("dynamics"):
        resistance.set("damping", "0")
        resistance.set("friction", "0")
    if task.free:
        behind = {joint.find("child").get("link") for joint in root.findall("joint")}  # type: ignore[union-attr]
        (base,) = {link.get("name") for link in root.findall("link")} - behind
        ElementTree.SubElement(root, "link", name="world_of_base")
        joint = ElementTree.SubElement(root, "joint", name="base", type="floating")
        ElementTree.SubElement(joint, "parent", link="world_of_base")
        ElementTree.SubElement(joint, "child", link=str(base))
    model = mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding="unicode"))
    needless = [flag for name, flag in mujoco.mjtDisableBit.__members__.items()
                if name.startswith("mjDSBL_") and name != "mjDSBL_GRAVITY"]  # fmt: skip
    model.opt.disableflags = sum(int(flag) for flag in needless)
    model.opt.timestep, model.opt.gravity = EULER_STEP, DOWN
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    return model


def _cpu_time(function: Any) -> float:
    start = time.thread_time()
    function()
    return time.thread_time() - start


# ------------------------------------------------------------------------------- Exudyn


@lru_cache
def _links_of(number: int) -> dict[str, Any]:
    """Parameters of the tree of a robot with a fixed base."""
    task = TASKS[number]._replace(free=False)
    system = exu.SystemContainer().AddSystem()
    tree = robot_of(task).add_to(system, gravity=DOWN, limits=False, shapes=False)
    item = system.GetObject(tree.object)
    return {name: item[name] for name in (*LINKS, *VECTORS, *MATRICES)}


def build(engine: Engine, steps: int, number: int, solver: str, step: float = STEP) -> Run:
    """A robot on a fixed base that swings freely."""
    links, lists = dict(_links_of(number)), engine.exu
    if engine.name != OWN:
        links |= {name: lists.Vector3DList(list(links[name])) for name in VECTORS}
        links |= {name: lists.Matrix3DList(list(links[name])) for name in MATRICES}
        links["jointTypes"] = [lists.JointType(int(kind)) for kind in links["jointTypes"]]
    count = len(links["jointTypes"])
    x, rates = start_of(count)
    container = engine.exu.SystemContainer()
    system = container.AddSystem()
    node = system.AddNode(engine.items.NodeGenericODE2(
        referenceCoordinates=[0.0] * count, initialCoordinates=list(x),
        initialCoordinates_t=list(rates), numberOfODE2Coordinates=count,
    ))  # fmt: skip
    system.AddObject(engine.items.ObjectKinematicTree(nodeNumber=node, gravity=list(DOWN), **links))
    system.Assemble()
    settings = make_settings(engine, steps, step, count)
    variable = engine.exu.OutputVariableType.Coordinates
    return Run(
        system, settings, getattr(engine.exu.DynamicSolverType, solver),
        lambda: np.array(system.GetNodeOutput(node, variable)), container,
    )  # fmt: skip


def reference(number: int, end: float) -> np.ndarray:
    """Positions at a time, by RK67 with small steps."""
    fine = round(end / STEP) * 8
    run = build(own_engine(), fine, number, "RK67", end / fine)
    run.solve()
    return run.result()


NAMES = ("iiwa", "g1")
TITLES = ("iiwa (7)", "G1 on a fixed base (29)")
SOLVERS = {"RK44": ("rk44", ()), "GeneralizedAlpha": ("alpha", ("full", "modified"))}
TREES = tuple(
    Benchmark(
        f"{NAMES[number]}-{short}", f"{TITLES[number]}, {solver}",
        partial(build, number=number, solver=solver), partial(reference, number), STEP, STEPS,
        newton=newton, peer_solvers=("EigenDense", "EigenSparse") if newton else (),
    )
    for number in range(len(TASKS))
    for solver, (short, newton) in SOLVERS.items()
)  # fmt: skip
"""Steps of trees against Exudyn."""
