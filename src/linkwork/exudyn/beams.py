"""Lines of cable and beam elements; those of elements that do not exist yet refuse to be made."""

import copy
from math import asin, atan2, cos, pi, sin

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.api.create import beams as _beams
from linkwork.api.create import cables as _cables
from linkwork.api.create import reeving as _reeving
from linkwork.api.create import sliding as _sliding


def GenerateStraightLineANCFCable2D(
    mbs, positionOfNode0, positionOfNode1, numberOfElements, cableTemplate,
    massProportionalLoad=[0, 0, 0], fixedConstraintsNode0=[0, 0, 0, 0],
    fixedConstraintsNode1=[0, 0, 0, 0], nodeNumber0=-1, nodeNumber1=-1,
):  # fmt: skip
    """linkwork.utilities.GenerateStraightLineANCFCable2D"""
    return _cables.GenerateStraightLineANCFCable2D(
        mbs, positionOfNode0, positionOfNode1, numberOfElements, cableTemplate,
        massProportionalLoad, fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0,
        nodeNumber1,
    )  # fmt: skip


def GenerateStraightLineANCFCable(
    mbs, positionOfNode0, positionOfNode1, numberOfElements, cableTemplate,
    massProportionalLoad=[0, 0, 0], fixedConstraintsNode0=[0, 0, 0, 0, 0, 0],
    fixedConstraintsNode1=[0, 0, 0, 0, 0, 0], nodeNumber0=-1, nodeNumber1=-1,
):  # fmt: skip
    """linkwork.utilities.GenerateStraightLineANCFCable"""
    return _beams.GenerateStraightLineANCFCable(
        mbs, positionOfNode0, positionOfNode1, numberOfElements, cableTemplate,
        massProportionalLoad, fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0,
        nodeNumber1,
    )  # fmt: skip


def GenerateStraightBeam(
    mbs, positionOfNode0, positionOfNode1, numberOfElements, beamTemplate, gravity=[0, 0, 0],
    fixedConstraintsNode0=None, fixedConstraintsNode1=None, nodeNumber0=-1, nodeNumber1=-1,
):  # fmt: skip
    """linkwork.utilities.GenerateStraightBeam"""
    return _beams.GenerateStraightBeam(
        mbs, positionOfNode0, positionOfNode1, numberOfElements, beamTemplate, gravity,
        fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0, nodeNumber1,
    )  # fmt: skip


def GenerateBeamElementsAlongLine(
    mbs, positionStart, positionEnd, numberOfElements, beamTemplate=None, gravity=[0, 0, 0],
    groundConstraintsStart=None, groundConstraintsEnd=None, nodeNumberStart=None,
    nodeNumberEnd=None, EI=None, EA=None, GA=None,
):  # fmt: skip
    """linkwork.utilities.GenerateBeamElementsAlongLine"""
    return _beams.GenerateBeamElementsAlongLine(
        mbs, positionStart, positionEnd, numberOfElements, beamTemplate, gravity,
        groundConstraintsStart, groundConstraintsEnd, nodeNumberStart, nodeNumberEnd, EI, EA, GA,
    )  # fmt: skip


def GenerateCircularArcANCFCable2D(
    mbs, positionOfNode0, radius, startAngle, arcAngle, numberOfElements, cableTemplate,
    massProportionalLoad=[0, 0, 0], fixedConstraintsNode0=[0, 0, 0, 0],
    fixedConstraintsNode1=[0, 0, 0, 0], nodeNumber0=-1, nodeNumber1=-1,
    setCurvedReferenceConfiguration=True, verboseMode=False,
):  # fmt: skip
    """linkwork.utilities.GenerateCircularArcANCFCable2D"""
    return _cables.GenerateCircularArcANCFCable2D(
        mbs, positionOfNode0, radius, startAngle, arcAngle, numberOfElements, cableTemplate,
        massProportionalLoad, fixedConstraintsNode0, fixedConstraintsNode1, nodeNumber0,
        nodeNumber1, setCurvedReferenceConfiguration, verboseMode,
    )  # fmt: skip


def PointsAndSlopes2ANCFCable2D(
    mbs, ancfPointsSlopes, elementLengths, cableTemplate, massProportionalLoad=[0, 0, 0],
    fixedConstraintsNode0=[0, 0, 0, 0], fixedConstraintsNode1=[0, 0, 0, 0],
    firstNodeIsLastNode=True, elementCurvatures=[], graphicsSizeConstraints=-1,
):  # fmt: skip
    """linkwork.utilities.PointsAndSlopes2ANCFCable2D"""
    return _cables.PointsAndSlopes2ANCFCable2D(
        mbs, ancfPointsSlopes, elementLengths, cableTemplate, massProportionalLoad,
        fixedConstraintsNode0, fixedConstraintsNode1, firstNodeIsLastNode, elementCurvatures,
        graphicsSizeConstraints,
    )  # fmt: skip


def CreateReevingCurve(
    circleList, drawingLinesPerCircle=64, numberOfANCFnodes=-1, removeLastLine=False,
    removeFirstLine=False, radialOffset=0.0, closedCurve=False, graphicsElementsPerCircle=64,
    graphicsNodeSize=0, colorCircles=[0.0, 0.5, 1.0, 1.0], colorLines=[1.0, 0.5, 0.0, 1.0],
):  # fmt: skip
    """linkwork.utilities.CreateReevingCurve"""
    return _reeving.CreateReevingCurve(
        circleList, drawingLinesPerCircle, numberOfANCFnodes, removeLastLine, removeFirstLine,
        radialOffset, closedCurve, graphicsElementsPerCircle, graphicsNodeSize, colorCircles,
        colorLines,
    )  # fmt: skip


def GenerateSlidingJoint(
    mbs, cableObjectList, markerBodyPositionOfSlidingBody, localMarkerIndexOfStartCable=0,
    slidingCoordinateStartPosition=0,
):  # fmt: skip
    """linkwork.utilities.GenerateSlidingJoint"""
    return _sliding.GenerateSlidingJoint(
        mbs, cableObjectList, markerBodyPositionOfSlidingBody, localMarkerIndexOfStartCable,
        slidingCoordinateStartPosition,
    )  # fmt: skip


def GenerateAleSlidingJoint(
    mbs, cableObjectList, markerBodyPositionOfSlidingBody, AleNode,
    localMarkerIndexOfStartCable=0, AleSlidingOffset=0, activeConnector=True, penaltyStiffness=0,
):  # fmt: skip
    """linkwork.utilities.GenerateAleSlidingJoint"""
    return _sliding.GenerateAleSlidingJoint(
        mbs, cableObjectList, markerBodyPositionOfSlidingBody, AleNode,
        localMarkerIndexOfStartCable, AleSlidingOffset, activeConnector, penaltyStiffness,
    )  # fmt: skip
