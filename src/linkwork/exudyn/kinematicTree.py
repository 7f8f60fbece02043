"""Kinematic trees in minimal coordinates, with 6 x 6 transformations (rotation first).

With X_i from parent to link and the motion subspace S_i: v_i = X_i v_p + S_i q'_i,
a_i = X_i a_p + v_i x S_i q'_i with a_base = -gravity, f_i = I_i a_i + v_i x* I_i v_i; the mass
matrix comes from composite inertias.
"""

from copy import deepcopy

import numpy as np

from linkwork.exudyn import rigidBodyUtilities as erb


def CRM(v):
    """Matrix of the cross product of motions: CRM(v) m = v x m."""
    w, u = erb.Skew(v[:3]), erb.Skew(v[3:])
    return np.block([[w, np.zeros((3, 3))], [u, w]])


def CRF(v):
    """Matrix of the cross product with forces: CRF(v) f = v x* f."""
    return -CRM(v).T


def RotationX2T66Inverse(angle):
    """Inverse of RotationX2T66."""
    return erb.RotationX2T66(-angle)


def RotationY2T66Inverse(angle):
    """Inverse of RotationY2T66."""
    return erb.RotationY2T66(-angle)


def RotationZ2T66Inverse(angle):
    """Inverse of RotationZ2T66."""
    return erb.RotationZ2T66(-angle)


def TranslationX2T66Inverse(translation):
    """Inverse of TranslationX2T66."""
    return erb.TranslationX2T66(-translation)


def TranslationY2T66Inverse(translation):
    """Inverse of TranslationY2T66."""
    return erb.TranslationY2T66(-translation)


def TranslationZ2T66Inverse(translation):
    """Inverse of TranslationZ2T66."""
    return erb.TranslationZ2T66(-translation)


_SIX = np.eye(6, dtype=int)
_THREE = np.eye(3, dtype=int)
_ZERO = np.zeros(3, dtype=int)

dictOfJointTransformMotionSubspace66 = {
    "Rx": [RotationX2T66Inverse, _SIX[0]],
    "Ry": [RotationY2T66Inverse, _SIX[1]],
    "Rz": [RotationZ2T66Inverse, _SIX[2]],
    "Px": [erb.TranslationX2T66, _SIX[3]],
    "Py": [erb.TranslationY2T66, _SIX[4]],
    "Pz": [erb.TranslationZ2T66, _SIX[5]],
}
"""Type of joint -> [transformation into the moved frame by the coordinate, motion subspace]."""

dictOfJointRotationMatrixAxis = {
    "Rx": [erb.RotationMatrixX, _ZERO, _THREE[0], _ZERO],
    "Ry": [erb.RotationMatrixY, _ZERO, _THREE[1], _ZERO],
    "Rz": [erb.RotationMatrixZ, _ZERO, _THREE[2], _ZERO],
    "Px": [0, _THREE[0], _ZERO, _THREE[0]],
    "Py": [0, _THREE[1], _ZERO, _THREE[1]],
    "Pz": [0, _THREE[2], _ZERO, _THREE[2]],
}
"""Type of joint -> [rotation matrix or 0, axis of translation, motion: rotation, translation]."""


def JointTransformMotionSubspace66(jointType, q):
    """[6 x 6 transformation from parent to link, motion subspace] of 'Rx', ..., 'Pz'."""
    transformation, subspace = dictOfJointTransformMotionSubspace66[jointType]
    return [transformation(q), subspace]


def JointTransformMotionSubspace(jointType, q):
    """[A, v, rotation axis, translation axis] of a joint: A = rotation from parent to link."""
    rotation, shift, turn, slide = dictOfJointRotationMatrixAxis[jointType]
    A = np.eye(3) if jointType[0] == "P" else rotation(q).T
    return [A, q * shift if jointType[0] == "P" else shift, turn, slide]


def MassCOMinertia2T66(mass, centerOfMass, inertia):
    """6 x 6 inertia of mass, center of mass, and inertia about the center of mass."""
    c = erb.Skew(centerOfMass)
    corner = np.asarray(inertia, float) + mass * c @ c.T
    return np.block([[corner, mass * c], [mass * c.T, mass * np.eye(3)]])


def Inertia2T66(inertia):
    """6 x 6 inertia of a RigidBodyInertia."""
    return MassCOMinertia2T66(inertia.Mass(), inertia.COM(), inertia.InertiaCOM())


def Inertia66toMassCOMinertia(inertia66):
    """[mass, center of mass, inertia about it] of a 6 x 6 inertia."""
    inertia66 = np.asarray(inertia66, float)
    mass = inertia66[5, 5]
    c = inertia66[:3, 3:] / mass
    return [mass, np.array([c[2, 1], c[0, 2], c[1, 0]]), inertia66[:3, :3] - mass * c @ c.T]


class KinematicTree66:
    """A kinematic tree of 6 x 6 transformations.

    listOfJointTypes -- 'Rx', ..., 'Pz'
    listOfTransformations -- 6 x 6, from the frame of the parent to that of the joint
    listOfInertias -- 6 x 6, in the frames of the links
    listOfParents -- -1: base; default: a chain
    gravity [m/s^2]
    """

    def __init__(
        self,
        listOfJointTypes,
        listOfTransformations,
        listOfInertias,
        listOfParents=[],
        gravity=[0, 0, -9.81],
    ):
        self.jointTypes = list(listOfJointTypes)
        self.transformations = [np.array(X, float) for X in listOfTransformations]
        self.inertias = [np.array(each, float) for each in listOfInertias]
        self.parents = list(listOfParents) or list(range(-1, len(self.jointTypes) - 1))
        self.gravity = np.array([0, 0, 0, *gravity], float)
        for i, parent in enumerate(self.parents):
            if not -1 <= parent < i:
                raise ValueError(
                    f"KinematicTree66: listOfParents[{i}] must be less than {i}, or -1 for the "
                    f"base, got {parent}"
                )

    def Size(self):
        """Number of joints."""
        return len(self.jointTypes)

    def XL(self, i):
        """Transformation from the frame of the parent to that of joint i."""
        return self.transformations[i]

    def ForwardDynamicsCRB(self, q=[], q_t=[], torques=[], forces=[]):
        """Accelerations of the joints; forces -- see AddExternalForces; empty lists are zeros."""
        zeros = np.zeros(self.Size())
        M, bias = self.ComputeMassMatrixAndForceTerms(
            q if len(q) else zeros, q_t if len(q_t) else zeros, forces
        )
        applied = np.array(torques, float) if len(torques) else zeros
        return np.linalg.solve(M, applied - bias)

    def ComputeMassMatrixAndForceTerms(self, q, q_t, externalForces=[]):
        """[mass matrix, forces of motion, gravity and external forces on the left-hand side]"""
        n = self.Size()
        steps, velocities, accelerations, forces, subspaces = [], [], [], [], []
        for i, p in enumerate(self.parents):
            XJ, S = JointTransformMotionSubspace66(self.jointTypes[i], q[i])
            X = XJ @ self.transformations[i]
            own = S * q_t[i]
            v = own if p == -1 else X @ velocities[p] + own
            a = X @ (-self.gravity if p == -1 else accelerations[p]) + CRM(v) @ own
            inertia = self.inertias[i]
            steps.append(X)
            subspaces.append(S)
            velocities.append(v)
            accelerations.append(a)
            forces.append(inertia @ a + CRF(v) @ inertia @ v)
        if len(externalForces):
            forces = self.AddExternalForces(steps, forces, externalForces)
        composite = [each.copy() for each in self.inertias]
        bias = np.zeros(n)
        for i in reversed(range(n)):
            p = self.parents[i]
            bias[i] = subspaces[i] @ forces[i]
            if p != -1:
                forces[p] = forces[p] + steps[i].T @ forces[i]
                composite[p] = composite[p] + steps[i].T @ composite[i] @ steps[i]
        return [self._mass_matrix(steps, subspaces, composite), bias]

    def _mass_matrix(self, steps, subspaces, composite):
        n = self.Size()
        M = np.zeros((n, n))
        for i in range(n):
            f = composite[i] @ subspaces[i]
            M[i, i] = subspaces[i] @ f
            j = i
            while self.parents[j] != -1:
                f = steps[j].T @ f
                j = self.parents[j]
                M[i, j] = M[j, i] = subspaces[j] @ f
        return M

    def AddExternalForces(self, Xup, fvp, externalForces=[]):
        """Forces of the links without external ones, which are given in global axes.

        Xup -- transformations from parents to links; fvp -- forces of the links
        externalForces -- [torque about the global origin, force] on every link
        """
        if not len(externalForces):
            return fvp
        result, to_link = [], []
        for i, p in enumerate(self.parents):
            to_link.append(Xup[i] if p == -1 else Xup[i] @ to_link[p])
            external = np.linalg.solve(to_link[i].T, np.asarray(externalForces[i], float))
            result.append(fvp[i] - external)
        return result


class KinematicTree33(KinematicTree66):
    """A kinematic tree of rotation matrices, offsets, masses and inertia tensors.

    listOfRotations, listOfOffsets -- frames of joints in those of their parents
    listOfInertia3D, listOfCOM, listOfMass -- of the links; inertia about the origin of the link
    """

    def __init__(
        self,
        listOfJointTypes,
        listOfRotations,
        listOfOffsets,
        listOfInertia3D,
        listOfCOM,
        listOfMass,
        listOfParents=[],
        gravity=[0, 0, -9.81],
    ):
        self.listOfRotations = [np.array(A, float) for A in listOfRotations]
        self.listOfOffsets = [np.array(v, float) for v in listOfOffsets]
        frames = zip(self.listOfRotations, self.listOfOffsets, strict=True)
        solids = zip(listOfMass, listOfInertia3D, listOfCOM, strict=True)
        super().__init__(
            listOfJointTypes,
            [erb.HT2T66Inverse(erb.HT(A, v)) for A, v in frames],
            [_about_origin(*solid) for solid in solids],
            listOfParents,
            gravity,
        )

    def XL(self, i):
        """[rotation matrix, offset] of the frame of joint i in that of its parent."""
        return [self.listOfRotations[i], self.listOfOffsets[i]]


def _about_origin(mass, inertia, com):
    """6 x 6 inertia of an inertia tensor about the origin."""
    c = erb.Skew(com)
    return np.block([[np.asarray(inertia, float), mass * c], [mass * c.T, mass * np.eye(3)]])
