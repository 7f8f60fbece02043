"""What URDF files need: each decision of the reader, and each refusal with its line."""

import numpy as np
import pytest

import linkwork as exu
from linkwork.robots import RobotFileError
from tests.cases import looped
from tests.robots.models import crab, inertial, joint, ur5

pytestmark = pytest.mark.processors

BODY = inertial(1.0, (0.1, 0.0, 0.0), (0.01, 0.01, 0.01, 0.0, 0.0, 0.0))

VISUAL = '<visual><geometry><mesh filename="package://x/y.stl"/></geometry></visual>'


def pair(kind="revolute", link=BODY, more="", extra="", axis=(0, 0, 1)):
    """Two links and a joint."""
    return (
        '<robot name="pair">\n<link name="a"/>\n'
        f'<link name="b">{link}</link>\n'
        f"{joint('j', kind, 'a', 'b', (0, 0, 1), axis=axis, more=more)}\n{extra}</robot>"
    )


def report_of(text, **options):
    return exu.robots.read(text, **options).report


def test_damping_friction_and_limits_are_used():
    more = (
        '<dynamics damping="2" friction="3"/><limit lower="-1" upper="2" effort="5" velocity="4"/>'
    )
    robot = exu.robots.read(pair(more=more))
    found = robot.joints["j"]
    assert (found.damping, found.friction, found.lower, found.upper) == (2, 3, -1, 2)
    assert (found.effort, found.velocity) == (5, 4)
    still = exu.robots.read(pair())
    assert robot.bias([0.1], [0.5]) - still.bias([0.1], [0.5]) == pytest.approx([2 * 0.5 + 3])
    low, high = robot.limits
    assert (low.tolist(), high.tolist()) == ([-1], [2])


@looped(
    ("text", "kind", "told"),
    [
        (pair(more='<limit lower="1" upper="-1"/>'), "repaired", "limits 1 ... -1 switched off"),
        (pair(more='<limit lower="-1" upper="1" effort="0"/>'), "assumed", "no limit of effort"),
        (pair(axis=(0, 0, 2)), "repaired", "axis of length 2 normalized"),
        (pair().replace('<axis xyz="0.0 0.0 1.0"/>', ""), "assumed", "axis x, because none"),
        (pair(extra="<gazebo/><gazebo/>"), "ignored", "2 <gazebo>"),
        (pair(extra='<transmission name="t"/>'), "ignored", "1 <transmission>"),
        (pair(more="<safety_controller/>"), "ignored", "1 <safety_controller> in <joint>"),
        (pair(link=BODY.replace('ixx="0.01"', 'ixx="0.03"')), "assumed", "triangle inequality"),
        (pair(link=BODY.replace('ixx="0.01"', 'ixx="-0.01"')), "assumed", "is not positive"),
        (pair(link=BODY.replace('xyz="0.1 0.0 0.0"', 'xyz="0.1 0 0 0"')), "repaired", "4 numbers"),
        (pair().replace('<link name="a"/>', "").replace('"a"', '"world"'), "assumed", '"world"'),
        (
            pair(link=BODY + VISUAL),
            "ignored", "1 meshes that were not found, such as package://x/y.stl",
        ),
    ],
)  # fmt: skip
def test_decisions_are_reported(text, kind, told):
    assert any(told in line for line in getattr(report_of(text), kind))


@looped(
    ("text", "told"),
    [
        ("<robot", "line 1: the file is not well-formed XML"),
        ("<sdf/>", "line 1, <sdf>: a URDF file begins with <robot>"),
        ('<robot name="r"/>', "the robot has no links"),
        (pair(kind="helical"), 'line 4, <joint name="j">: type="helical" is unknown'),
        (pair(more='<limit lower="-1.57." upper="1"/>'), '<limit>: lower: "-1.57." is not'),
        (pair(link=BODY.replace('value="1.0"', 'value="nan"')), '<mass>: value: "nan" is not'),
        (pair(link=BODY.replace('value="1.0"', 'value="-1"')), "link b: mass -1.0 is negative"),
        (pair(link=BODY.replace('xyz="0.1 0.0 0.0"', 'xyz="0.1 0"')), "it has 2"),
        (pair(link=BODY.replace('xyz="0.1', 'xyz="${x}')), "expand the file with xacro"),
        (pair(extra='<xacro:macro name="m"/>'), "line 5, <xacro:macro"),
        (pair(axis=(0, 0, 0)), "<axis>: joint j: the axis is zero"),
        (pair(extra='<link name="b"/>'), 'line 5, <link name="b">: there are two links'),
        (pair(extra='<link name="c"/>'), "2 links have no parent: a, c"),
        (pair(extra=joint("k", "fixed", "b", "a", (0, 0, 0))), "no link is without a parent"),
        (pair(extra=joint("k", "fixed", "a", "b", (0, 0, 0))), "also the child of 'j'"),
        (pair(extra=joint("k", "fixed", "a", "x", (0, 0, 0))), "the link 'x' does not exist"),
        (pair(more='<mimic joint="k"/>'), "line 4, <mimic>: joint j follows 'k', which does not"),
        (pair(more='<mimic joint="j"/>'), "joint j follows itself"),
        (pair(link=""), 'line 4, <joint name="j">: joint j moves link b, which has no mass'),
        (pair(more='<dynamics damping="-1"/>'), "<dynamics>: joint j: damping -1.0 is negative"),
    ],
)  # fmt: skip
def test_refusals_name_line_and_element(text, told):
    with pytest.raises(RobotFileError) as caught:
        exu.robots.read(text)
    assert told in str(caught.value)


def test_strict_reading_refuses_impossible_inertias():
    with pytest.raises(RobotFileError, match="line 3, <inertia>: link b: inertia breaks"):
        exu.robots.read(pair(link=BODY.replace('ixx="0.01"', 'ixx="0.03"')), strict=True)


def test_joints_that_move_no_mass_are_fixed_kept_or_loaded():
    text = pair(link="")
    assert exu.robots.read(text, massless="drop").nv == 0
    assert exu.robots.read(text, massless="keep").pose("b", [0.5])[2, 3] == 1.0
    loaded = exu.robots.read(text, massless=2.0)
    assert (loaded.mass, loaded.nv) == (2.0, 1)


def test_masses_that_are_lost_in_rounding_are_refused():
    text = pair(link=BODY, extra='<link name="c"/>' + joint("k", "continuous", "b", "c", (0, 0, 1)))
    with pytest.raises(
        RobotFileError, match=r"joint k moves .* link c got 1e-20 kg; massless must"
    ):
        exu.robots.read(text, massless=1e-20)
    assert exu.robots.read(text, massless=0.1).nv == 2


def test_blank_lines_before_the_declaration_are_skipped():
    text = '\n\n<?xml version="1.0"?>\n' + pair(kind="helical")
    with pytest.raises(RobotFileError, match="line 7"):
        exu.robots.read(text)
    assert exu.robots.read('\n\n<?xml version="1.0"?>\n' + pair()).nv == 1


def test_a_root_can_be_chosen():
    robot = exu.robots.read(pair(extra='<link name="c"/>'), root="a")
    assert list(robot.links) == ["a", "b"]
    assert "1 links that are not behind the root a" in robot.report.ignored


def test_fixed_links_are_merged_and_stay_frames():
    extra = f'<link name="c">{BODY}</link>' + joint("k", "fixed", "b", "c", (1, 0, 0))
    robot = exu.robots.read(pair(extra=extra))
    assert robot.nv == 1 and robot.mass == 2.0
    assert robot.mass_matrix([0.3])[0, 0] == pytest.approx(0.1**2 + 1.1**2 + 2 * 0.01)
    place = [np.cos(0.3), np.sin(0.3), 1]
    assert robot.pose("c", [0.3])[:3, 3] == pytest.approx(place)


def test_chains_of_followers_and_fixed_leaders():
    extra = "".join(
        f'<link name="{n}">{BODY}</link>' + joint(f"j{n}", "revolute", "a", n, (0, 0, 0), more=more)
        for n, more in (
            ("c", '<mimic joint="jd" multiplier="2" offset="1"/>'),
            ("d", '<mimic joint="j" multiplier="3"/>'),
        )
    )
    robot = exu.robots.read(pair(extra=extra))
    assert robot.coordinate_names == ["j"]
    T = robot.pose("c", [0.1])
    assert np.arctan2(T[1, 0], T[0, 0]) == pytest.approx(2 * 3 * 0.1 + 1)
    robot = exu.robots.read(pair(kind="fixed", extra=extra))
    assert robot.nv == 0
    assert np.arctan2(*robot.pose("c", [])[1::-1, 0]) == pytest.approx(1.0)


def test_order_is_depth_first_in_the_order_of_the_file():
    extra = (
        f'<link name="z">{BODY}</link><link name="y">{BODY}</link>'
        + joint("jz", "revolute", "a", "z", (0, 0, 0))
        + joint("jy", "revolute", "b", "y", (0, 0, 0))
    )
    assert exu.robots.read(pair(extra=extra)).coordinate_names == ["j", "jy", "jz"]


def test_written_files_are_read_back(tmp_path):
    rng = np.random.default_rng(1)
    for text, base in ((ur5(), "fixed"), (crab(True), "free")):
        robot = exu.robots.read(text, base=base)
        first = next(iter(robot.joints.values()))
        first.kind, first.damping, first.armature = "revolute", 0.3, 0.2
        first.lower, first.upper = -1.0, 2.0
        robot.to_urdf(tmp_path / "again.urdf")
        robot.save(tmp_path / "again.json")
        q = robot.integrate(robot.neutral(), rng.normal(size=robot.nv))
        v, a = rng.normal(size=(2, robot.nv))
        expected = robot.inverse_dynamics(q, v, a)
        for name in ("again.urdf", "again.json"):
            again = exu.robots.read(tmp_path / name, base=base)
            assert list(again.joints) == list(robot.joints)
            assert again.joints[first.name].upper == 2.0
            assert again.inverse_dynamics(q, v, a) == pytest.approx(expected, rel=1e-12, abs=1e-12)


def test_meshes_are_found_in_packages(tmp_path):
    mesh = tmp_path / "share" / "arm" / "meshes" / "part.stl"
    mesh.parent.mkdir(parents=True)
    mesh.write_bytes(b"")
    mesh_of = '<mesh filename="package://arm/meshes/part.stl" scale="1 2 3"/>'
    shape = f"<visual><geometry>{mesh_of}</geometry></visual>"
    robot = exu.robots.read(pair(link=BODY + shape), package_dirs=[tmp_path / "share"])
    (found,) = robot.links["b"].visuals
    assert (found.file, found.size) == (str(mesh), (1, 2, 3))
    assert not robot.report.ignored


def test_a_printed_robot_shows_tree_mass_and_report():
    text = str(exu.robots.read(pair(extra="<gazebo/>", more='<limit lower="-1" upper="1"/>')))
    assert "robot pair: 2 links, 1 joints, 1 velocities, base fixed, 1 kg" in text
    assert "  b (j, revolute, -1 ... 1), 1 kg" in text
    assert "ignored: 1 <gazebo>" in text


def test_random_damage_never_crashes():
    rng = np.random.default_rng(2)
    text = crab(True)
    for _ in range(300):
        k, m = sorted(rng.integers(0, len(text), 2))
        damaged = text[:k] + text[min(m, k + 12) :]
        try:
            exu.robots.read("<" + damaged.lstrip("<"))
        except RobotFileError as error:
            assert str(error)
