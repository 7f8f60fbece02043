"""Names, arguments and defaults are the documented ones, and importing them stays cheap."""

import inspect
import subprocess
import sys

import numpy as np

from linkwork import utilities

DOCUMENTED = """
    AngularVelocity2EulerParameters_t(angularVelocity, eulerParameters);
    AngularVelocity2RotXYZ_t(angularVelocity, rotation); ComputeOrthonormalBasis(vector0);
    ComputeOrthonormalBasisVectors(vector0); ComputeRotationAxisFromRotationVector(rotationVector);
    ComputeSkewMatrix(v); EulerParameters2G(eulerParameters);
    EulerParameters2GLocal(eulerParameters); EulerParameters2RotationMatrix(eulerParameters);
    GramSchmidt(vector0, vector1); HT(A, r); HT0(); HT2T66Inverse(T); HT2rotationMatrix(T);
    HT2translation(T); HTrotateX(angle); HTrotateY(angle); HTrotateZ(angle); HTtranslate(r);
    HTtranslateX(x); HTtranslateY(y); HTtranslateZ(z); HomogeneousTransformation(A, r);
    Inertia6D2InertiaTensor(inertia6D); InertiaCuboid(density, sideLengths);
    InertiaCylinder(density, length, outerRadius, axis, innerRadius=0);
    InertiaHollowSphere(mass, radius); InertiaMassPoint(mass); InertiaRodX(mass, length);
    InertiaSphere(mass=None, radius=None, density=None); InertiaTensor2Inertia6D(inertiaTensor);
    InverseHT(T); InverseT66toRotationTranslation(T66);
    RigidBodyInertia(mass=0, inertiaTensor=zeros, com=zeros, inertiaTensorAtCOM=False);
    RotXYZ2EulerParameters(alpha); RotXYZ2G(rot); RotXYZ2GLocal(rot); RotXYZ2GLocal_t(rot, rot_t);
    RotXYZ2G_t(rot, rot_t); RotXYZ2RotationMatrix(rot); RotationMatrix2D(angleRad);
    RotationMatrix2EulerParameters(rotationMatrix); RotationMatrix2RotXYZ(rotationMatrix);
    RotationMatrix2RotZYZ(rotationMatrix, flip); RotationMatrix2RotationVector(rotationMatrix);
    RotationMatrixX(angleRad); RotationMatrixY(angleRad); RotationMatrixZ(angleRad);
    RotationTranslation2T66(A, v); RotationTranslation2T66Inverse(A, v);
    RotationVector2G(rotationVector); RotationVector2GLocal(eulerParameters);
    RotationVector2RotationMatrix(rotationVector); RotationX2T66(angle); RotationY2T66(angle);
    RotationZ2T66(angle); Skew(vector); Skew2Vec(skew); StrNodeType2NodeType(sNodeType);
    T66Inverse(T66); T66toHT(T66); T66toRotationTranslation(T66); Translation2T66(translation3D);
    TranslationX2T66(translation); TranslationY2T66(translation); TranslationZ2T66(translation);
    CompositionRuleDirectProductR3AndR3RotVec(q0, incrementalMotionVector);
    CompositionRuleDirectProductR3AndR3RotXYZAngles(q0, incrementalMotionVector);
    CompositionRuleDirectProductR3AndS3(q0, incrementalMotionVector);
    CompositionRuleForEulerParameters(q, p); CompositionRuleForRotationVectors(v0, Omega);
    CompositionRuleRotXYZAnglesRotationVector(alpha0, Omega);
    CompositionRuleSemiDirectProductR3AndR3RotVec(q0, incrementalMotionVector);
    CompositionRuleSemiDirectProductR3AndR3RotXYZAngles(q0, incrementalMotionVector);
    CompositionRuleSemiDirectProductR3AndS3(q0, incrementalMotionVector); Cot(x); ExpR3xSO3(x);
    ExpS3(Omega); ExpSE3(x); ExpSO3(Omega); LogSE3(H); LogSO3(R); R3xSO3Matrix(x, R);
    R3xSO3Matrix2RotationMatrix(G); R3xSO3Matrix2Translation(G); Sinc(x); TExpR3xSO3(x);
    TExpR3xSO3Inv(x); TExpSE3(x); TExpSE3Inv(x); TExpSO3(Omega); TExpSO3Inv(Omega);
    DiagonalMatrix(rowsColumns, value=1); GaussIntegrate(functionOfX, integrationOrder, a, b);
    LobattoIntegrate(functionOfX, integrationOrder, a, b); NormL2(vector); Normalize(v);
    ScalarMult(scalar, v); SmartRound2String(x, prec=3); Tilde2Vec(m); VAdd(v0, v1); VMult(v0, v1);
    VSub(v0, v1); VSum(vector); Vec2Tilde(v)
"""

VALUES = """
    eulerParameters0 eye2D eye3D g gaussIntegrationPoints gaussIntegrationWeights
    lobattoIntegrationPoints lobattoIntegrationWeights pi sqrt2
"""

METHODS = """
    SetWithCOMinertia(mass, inertiaTensorCOM, com); Inertia(); InertiaCOM(); COM(); Mass();
    Translated(vec); Rotated(rot); Transformed(HT); GetInertia6D(); GetTypeName(); GetSpecialData();
    GetGraphics(color, nTiles=None, roundness=None); __add__(otherBodyInertia)
"""


def entries(text):
    """Name -> arguments as a text, of a list of signatures."""
    found = (" ".join(entry.split()) for entry in text.split(";"))
    return {
        name: arguments.removesuffix(")")
        for name, _, arguments in (f.partition("(") for f in found)
    }


def arguments_of(function):
    """The arguments of a function in the form of the lists above."""
    told = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        if parameter.default is parameter.empty:
            told.append(name)
        elif isinstance(parameter.default, tuple):
            assert not np.any(parameter.default)
            told.append(f"{name}=zeros")
        else:
            told.append(f"{name}={parameter.default}")
    return ", ".join(told)


def test_documented_names_have_the_documented_arguments():
    documented = entries(DOCUMENTED)
    assert len(documented) > 100
    found = {name: arguments_of(getattr(utilities, name)) for name in documented}
    assert found == documented
    methods = entries(METHODS)
    inertia = utilities.RigidBodyInertia
    assert {name: arguments_of(getattr(inertia, name)) for name in methods} == methods


def test_a_star_import_has_all_of_them():
    assert set(entries(DOCUMENTED)) | set(VALUES.split()) <= set(utilities.__all__)
    assert len(set(utilities.__all__)) == len(utilities.__all__)
    assert all(hasattr(utilities, name) for name in utilities.__all__)


def test_every_helper_says_what_it_does():
    for name in entries(DOCUMENTED):
        assert inspect.getdoc(getattr(utilities, name)), name
    for name in entries(METHODS):
        assert inspect.getdoc(getattr(utilities.RigidBodyInertia, name)), name


def test_a_system_is_made_without_the_helpers():
    code = (
        "import sys, linkwork; from linkwork.items import *; "
        "linkwork.SystemContainer().AddSystem(); "
        "print([name for name in sys.modules if name.startswith('linkwork.rigid')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
