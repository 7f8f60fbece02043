"""Meshes, matrices and modes of finite-element models against closed forms."""

import contextlib
import math

import numpy as np
import pytest

import linkwork as exu
from linkwork import fem
from linkwork.core.errors import ParameterError
from linkwork.fem import modes
from linkwork.fem.reduced import modal_damping
from linkwork.items import MarkerSuperElementPosition
from tests.cases import Cases

pytestmark = pytest.mark.processors

pytest.importorskip("skfem")

RHO, E, NU = 7850.0, 2.1e11, 0.3


def slender(elements=(12, 1, 1), nu=NU):
    """A beam of 1 m with the section 20 x 30 mm."""
    return fem.FEMinterface(fem.beam(1.0, 0.02, 0.03, elements), RHO, E, nu)


def test_meshes_fill_their_volume():
    volumes = {
        "box": (fem.box((1.0, 2.0, 3.0), (1, 2, 2)), 6.0),
        "first order": (fem.box((1.0, 2.0, 3.0), (1, 2, 2), order=1), 6.0),
        # squares in the middle, polygons with 16 corners outside
        "cylinder": (fem.cylinder(0.5, 2.0, (4, 2, 3)), 2.0 * 16 * 0.125 * math.sin(math.pi / 8)),
    }
    with Cases() as cases:
        for name, (mesh, volume) in volumes.items():
            with cases(name):
                model = fem.FEMinterface(mesh, 1.0, E, NU)
                assert model.GetRigidBodyInertia().mass == pytest.approx(volume, rel=1e-12)
                places, triangles = model.positions, model.triangles
                a, b, c = (places[triangles[:, k]] for k in range(3))
                inside = np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0
                assert inside == pytest.approx(volume, rel=1e-12), "triangles face outward"


def test_inertia_is_that_of_a_brick():
    model = fem.FEMinterface(fem.box((1.0, 2.0, 3.0), (1, 1, 1)), 2.0, E, NU)
    inertia = model.GetRigidBodyInertia()
    assert inertia.com == pytest.approx(np.zeros(3), abs=1e-14)
    assert np.diag(inertia.inertiaTensor) == pytest.approx([13.0, 10.0, 5.0], rel=1e-12)


def test_a_mesh_is_read_from_a_file(tmp_path):
    meshio = pytest.importorskip("meshio")
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]], float)
    cells = [("tetra", np.array([[0, 1, 2, 3], [1, 2, 3, 4]]))]
    meshio.write_points_cells(tmp_path / "two.vtk", points, cells)
    model = fem.FEMinterface(fem.read_mesh(tmp_path / "two.vtk"), 3.0, E, NU)
    assert model.GetRigidBodyInertia().mass == pytest.approx(3.0 * (1 / 6 + 1 / 3), rel=1e-12)
    assert model.NumberOfNodes() == 5 + 9  # corners and middles of edges
    meshio.write_points_cells(tmp_path / "flat.vtk", points, [("triangle", np.array([[0, 1, 2]]))])
    with pytest.raises(ParameterError, match="no tetrahedra or hexahedra, but triangle"):
        fem.read_mesh(tmp_path / "flat.vtk")
    cells = [*cells, ("pyramid", np.array([[0, 1, 4, 2, 3]]))]
    meshio.write_points_cells(tmp_path / "mixed.vtk", points, cells)
    with pytest.raises(ParameterError, match="several kinds, tetra, pyramid"):
        fem.read_mesh(tmp_path / "mixed.vtk")  # not the tetrahedra alone


def test_frequencies_of_a_free_beam():
    """Bending in both planes, by shear and rotary inertia a little below Euler and Bernoulli."""
    model = slender(elements=(24, 1, 1), nu=0.0)
    model.ComputeEigenmodes(4, excludeRigidBodyModes=6)
    found = model.GetEigenFrequenciesHz()
    for first, height in enumerate((0.02, 0.03)):
        for k, root in enumerate((4.730040745, 7.853204624)):
            wanted = root**2 / (2 * math.pi) * math.sqrt(E * height**2 / 12 / RHO)
            assert wanted * (1.0 - height**2 * root**2 / 3) <= found[2 * k + first] <= wanted


def test_eigenmodes_belong_to_the_matrices():
    """With dense and sparse solvers."""
    with Cases() as cases:
        for elements in ((3, 1, 1), (12, 2, 2)):
            with cases(elements):
                model = slender(elements=elements)
                K, M = model.GetStiffnessMatrix(), model.GetMassMatrix()
                model.ComputeEigenmodes(6, 6)
                Psi, values = model.modeBasis["matrix"], model.eigenValues
                assert Psi.T @ (M @ Psi) == pytest.approx(np.eye(6), abs=1e-9)
                assert np.abs(K @ Psi - M @ Psi * values).max() <= 1e-6 * np.abs(K @ Psi).max()
    with pytest.raises(ParameterError, match="is not a rigid body motion"):
        model.ComputeEigenmodes(4, 7)


def test_boundary_modes_hold_what_is_at_rest_and_bend_as_a_cantilever():
    model = slender(elements=(24, 1, 1), nu=0.0)
    clamped = model.GetNodesInPlane([0, 0, 0], [1, 0, 0])
    model.ComputeEigenModesWithBoundaryNodes(clamped, 2)
    wanted = 1.8751040687**2 / (2 * math.pi) * math.sqrt(E * 0.02**2 / 12 / RHO)
    assert model.GetEigenFrequenciesHz()[0] == pytest.approx(wanted, rel=1e-3)
    found = model.modeBasis["matrix"].reshape(-1, 3, 2)
    assert not found[clamped].any()


def ends_of(model):
    return [model.GetNodesInPlane([x, 0, 0], [1, 0, 0]) for x in (0.0, 1.0)]


def test_craig_bampton_modes_have_the_statics_of_the_mesh():
    """A beam held at one end and loaded at the other deforms as with all coordinates."""
    from scipy.sparse.linalg import spsolve

    model = slender(elements=(6, 1, 1), nu=0.0)
    held, loaded = ends_of(model)
    K = model.GetStiffnessMatrix()
    f = np.zeros(K.shape[0])
    f[3 * np.array(loaded) + 2] = model.GetNodeWeightsFromSurfaceAreas(loaded)
    free = np.setdiff1d(np.arange(len(f)), (3 * np.array(held)[:, None] + np.arange(3)).ravel())
    whole = f[free] @ spsolve(K[free][:, free].tocsc(), f[free])
    with Cases() as cases:
        for kind, error in (("RBE2", 1e-3), ("allBoundaryNodes", 1e-9)):
            with cases(kind):
                chosen = fem.HCBstaticModeSelection[kind]
                model.ComputeHurtyCraigBamptonModes(
                    [held, loaded], 4, computationMode=chosen, excludeRigidBodyMotion=False
                )
                Psi = model.modeBasis["matrix"]
                fixed = Psi.reshape(-1, 3, Psi.shape[1])[held].reshape(-1, Psi.shape[1])
                moving = Psi @ np.linalg.svd(fixed)[2][np.linalg.matrix_rank(fixed, 1e-9) :].T
                reduced = f @ moving @ np.linalg.solve(moving.T @ (K @ moving), moving.T @ f)
                assert reduced == pytest.approx(whole, rel=error)
                assert reduced <= whole * (1.0 + 1e-8), "a basis is stiffer than the mesh"
    for kind in ("RBE2", "RBE3"):
        chosen = fem.HCBstaticModeSelection[kind]
        model.ComputeHurtyCraigBamptonModes(
            ends_of(model), 4, computationMode=chosen, diagonalize=True
        )
        found = model.GetEigenFrequenciesHz()
        assert len(found) == 10
        model.ComputeEigenmodes(1, 6)
        assert found[0] == pytest.approx(model.GetEigenFrequenciesHz()[0], rel=2e-3)


def test_mean_boundary_modes_have_unit_means_and_least_energy():
    model = slender(elements=(4, 1, 1))
    pairs = [(nodes, np.full(len(nodes), 1.0 / len(nodes))) for nodes in ends_of(model)]
    K, M = model.GetStiffnessMatrix(), model.GetMassMatrix()
    C = modes.mean_constraints(K.shape[0], pairs, model.positions)
    found = modes.craig_bampton_of_means(K, M, C, 3)
    assert C @ found == pytest.approx(np.eye(12, 15), abs=1e-9)
    forces = K @ found[:, :12]
    along = C.T @ np.linalg.lstsq(C.T.toarray(), forces, rcond=None)[0]
    assert np.abs(forces - along).max() <= 1e-9 * np.abs(forces).max()


def test_stresses_are_those_of_beam_theory():
    """Static deflection of a cantilever by a tip force: sigma = 6 F l / (b h^2) at the clamp."""
    model = slender(elements=(24, 1, 2), nu=0.0)
    ends = ends_of(model)
    K = model.GetStiffnessMatrix().tolil()
    f = np.zeros(K.shape[0])
    f[3 * np.array(ends[1]) + 2] = 100.0 * model.GetNodeWeightsFromSurfaceAreas(ends[1])
    from scipy.sparse.linalg import spsolve

    free = np.setdiff1d(np.arange(len(f)), (3 * np.array(ends[0])[:, None] + np.arange(3)).ravel())
    u = np.zeros(len(f))
    u[free] = spsolve(K.tocsc()[free][:, free], f[free])
    model.modeBasis = {"matrix": u[:, None], "type": "static"}
    with Cases() as cases:
        for variable, factor in (("StressLocal", 1.0), ("StrainLocal", 1.0 / E)):
            with cases(variable):
                model.ComputePostProcessingModes(outputVariableType=variable)
                found = model.postProcessingModes["matrix"]
                node = model.GetNodeAtPoint([0.5, 0.0, 0.015], tolerance=1e-6)
                wanted = -6 * 100.0 * 0.5 / (0.02 * 0.03**2) * factor
                assert found[node, 0] == pytest.approx(wanted, rel=1e-3)
    tip = model.GetNodeAtPoint([1.0, 0.0, 0.0], tolerance=1e-6)
    deflection = 100.0 / (3 * E * 0.02 * 0.03**3 / 12)
    assert u.reshape(-1, 3)[tip, 2] == pytest.approx(deflection, rel=2e-3)


def test_models_and_bodies_are_saved_and_read(tmp_path):
    model = slender(elements=(3, 1, 1))
    model.ComputeEigenmodes(3, 6)
    model.ComputePostProcessingModes()
    model.nodeSets = [{"Name": "left", "NodeNumbers": model.GetNodesInPlane([0] * 3, [1, 0, 0])}]
    model.SaveToFile(tmp_path / "rod")
    again = fem.FEMinterface()
    again.LoadFromFile(tmp_path / "rod.npz")
    assert np.array_equal(again.modeBasis["matrix"], model.modeBasis["matrix"])
    assert abs(again.GetStiffnessMatrix() - model.GetStiffnessMatrix()).max() == 0.0
    assert again.nodeSets == model.nodeSets and again.GetSurfaceTriangles()
    again.ComputePostProcessingModes()
    recovered = [each.postProcessingModes["matrix"] for each in (model, again)]
    assert np.array_equal(*recovered)
    fem.ObjectFFRFreducedOrderInterface(model).SaveToFile(tmp_path / "body")
    body = fem.ObjectFFRFreducedOrderInterface()
    body.LoadFromFile(tmp_path / "body")
    mbs = exu.SystemContainer().AddSystem()
    found = body.AddObjectFFRFreducedOrder(mbs, gravity=[0, 0, -9.81])
    mbs.Assemble()
    assert set(found) >= {"nRigidBody", "nGenericODE2", "oFFRFreducedOrder"}
    with pytest.raises(ParameterError, match="not a reduced body"):
        body.LoadFromFile(tmp_path / "rod")


def test_nodes_are_found_by_their_places():
    model = fem.FEMinterface(fem.cylinder(0.5, 2.0, (2, 1, 2)), RHO, E, NU)
    assert len(model.GetNodesOnCylinder([0, 0, 0], [2, 0, 0], 0.5)) == 8 * 5
    assert len(model.GetNodesOnCircle([2, 0, 0], [1, 0, 0], 0.5)) == 8
    ring = model.GetNodesInPlane([2, 0, 0], [1, 0, 0])
    assert model.GetNodePositionsMean(ring) == pytest.approx([2, 0, 0], abs=1e-12)
    assert model.GetNodeWeightsFromSurfaceAreas(ring).sum() == pytest.approx(1.0, rel=1e-14)
    assert model.GetNodesOnLine([0, 0, 0], [2, 0, 0])
    assert set(ring) <= set(model.GetNodesInCube([1.9, -1, -1], [2.1, 1, 1]))
    with pytest.raises(ParameterError, match="no node within"):
        model.GetNodeAtPoint([9, 0, 0])


def test_wrong_models_are_refused():
    with pytest.raises(ParameterError, match="poissonsRatio must be between"):
        fem.FEMinterface(fem.box((1, 1, 1), (1, 1, 1)), RHO, E, 0.5)
    with pytest.raises(ParameterError, match="model is empty"):
        fem.FEMinterface().ComputeEigenmodes(3)
    with pytest.raises(ParameterError, match="has no modes"):
        fem.ObjectFFRFreducedOrderInterface(slender(elements=(1, 1, 1)))
    with pytest.raises(ParameterError, match="must be 12 x 12, for 4 nodes"):
        fem.FEMinterface().SetMatrices(np.zeros((4, 3)), np.eye(3), np.eye(3))


def test_boundaries_that_have_no_modes_are_refused():
    model = slender(elements=(2, 1, 1))
    held, line = ends_of(model)[0], model.GetNodesOnLine([1, -0.01, 0], [1, 0.01, 0])
    means = dict(computationMode=fem.HCBstaticModeSelection.RBE3)
    refused = {
        "from 0 to 44, got -1": ([held, [-1, 5, 7]], {}),
        "from 0 to 44, got 45": ([held, [45]], {}),
        "whole numbers": ([held, [0.5, 1.0]], {}),
        "are on a line": ([held, line], {}),
        "the 1 nodes .* are on a line": ([held, line[:1]], means),
        "for each of the 9 nodes": ([held], means | dict(boundaryNodesWeights=[[1.0, 2.0]])),
    }
    with Cases() as cases:
        for told, (boundaries, options) in refused.items():
            with cases(told), pytest.raises(ParameterError, match=told):
                model.ComputeHurtyCraigBamptonModes(boundaries, 2, **options)
    model.modeBasis = {"matrix": np.eye(135, 2) + np.eye(135, 2, -1), "type": "test"}
    parts = fem.ObjectFFRFreducedOrderInterface(model).parts
    with pytest.raises(ParameterError, match="stiffness matrix is not diagonal"):
        modal_damping(np.eye(2), parts["stiffnessMatrixReduced"], 0.01)


def test_runs_warn_of_modes_that_the_frame_has_too():
    """Rigid body motions among the modes make coordinates redundant, and results arbitrary."""
    model = slender(elements=(2, 1, 1))
    for left_out, redundant in ((6, 0), (5, 1), (0, 6)):
        model.ComputeEigenmodes(8, left_out)
        mbs = exu.SystemContainer().AddSystem()
        fem.ObjectFFRFreducedOrderInterface(model).AddObjectFFRFreducedOrder(mbs)
        found = mbs.Check().of("redundant-modes")
        assert [finding.text.split()[0] for finding in found] == [str(redundant)] * bool(redundant)
    settings = exu.SimulationSettings()
    settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 1e-6, 1
    with pytest.warns(UserWarning, match="6 of its coordinates are redundant"):
        mbs.SolveDynamic(settings)


@pytest.mark.parametrize("solver", ["GeneralizedAlpha", "RK44"])
def test_modes_that_the_frame_has_too_leave_the_motion_of_the_material(solver):
    """Whatever rounding leaves of their mass: a force moves the body as one without them."""
    model = slender(elements=(2, 1, 1))
    ends = []
    for count, left_out in ((2, 6), (8, 0)):
        model.ComputeEigenmodes(count, left_out)
        mbs = exu.SystemContainer().AddSystem()
        parts = fem.ObjectFFRFreducedOrderInterface(model).AddObjectFFRFreducedOrder(mbs)
        corner = dict(meshNodeNumbers=[3], weightingFactors=[1.0])
        end = mbs.AddMarker(
            MarkerSuperElementPosition(bodyNumber=parts["oFFRFreducedOrder"], **corner)
        )
        mbs.AddLoad(dict(loadType="ForceVector", markerNumber=end, loadVector=[0.0, 0.02, 0.005]))
        settings = exu.SimulationSettings()
        settings.timeIntegration.endTime, settings.timeIntegration.numberOfSteps = 2e-3, 1000
        with contextlib.nullcontext() if left_out else pytest.warns(match="are redundant"):
            mbs.SolveDynamic(settings, solverType=solver)
        ends.append(mbs.GetMarkerOutput(end, exu.OutputVariableType.Displacement))
    # of the angle of 3e-5 rad, a mode that rotates the body leaves out the square
    assert ends[1] == pytest.approx(ends[0], abs=1e-6 * np.linalg.norm(ends[0]))
