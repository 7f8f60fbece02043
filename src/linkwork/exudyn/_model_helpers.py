"""Helpers of exudyn.utilities that read and change items of a system."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.core.enums import ConfigurationType, ItemType, OutputVariableType
from linkwork.exudyn._notices import notice
from linkwork.items import *

REFERENCE = ConfigurationType.Reference


def _marker_frame(mbs: Any, marker: Any) -> tuple[np.ndarray, np.ndarray]:
    """Position and rotation matrix of a marker in the reference configuration."""
    position = mbs.GetMarkerOutput(marker, OutputVariableType.Position, REFERENCE)
    rotation = mbs.GetMarkerOutput(marker, OutputVariableType.RotationMatrix, REFERENCE)
    return np.asarray(position), np.asarray(rotation).reshape(3, 3)


def GetOtherMarker(mbs, bodyNumber, existingMarker, show=True):
    """A new MarkerBodyRigid on a body at the reference place of another marker."""
    position = mbs.GetMarkerOutput(existingMarker, OutputVariableType.Position, REFERENCE)
    place = mbs.GetObjectOutputBody(bodyNumber, OutputVariableType.Position, [0, 0, 0], REFERENCE)
    rotation = mbs.GetObjectOutputBody(
        bodyNumber, OutputVariableType.RotationMatrix, [0, 0, 0], REFERENCE
    )
    local = np.asarray(rotation).reshape(3, 3).T @ (np.asarray(position) - np.asarray(place))
    marker = MarkerBodyRigid(  # noqa: F405
        bodyNumber=bodyNumber, localPosition=local, visualization={"show": show}
    )
    return mbs.AddMarker(marker)


def GetJointArgs(
    mbs,
    markerNumber0=None,
    markerNumber1=None,
    rotationMarker0=None,
    rotationMarker1=None,
    bodyNumber0=None,
    bodyNumber1=None,
):
    """Arguments of a joint whose frames coincide in the reference configuration.

    One of the markers may be missing: it is added to the body of its side. One of the rotations may
    be missing: it follows from the other. If both are, the joint has the axes of the marker that is
    given, of marker 0 if both are.
    """
    if (markerNumber0 is None) == (bodyNumber0 is None) or (markerNumber1 is None) == (
        bodyNumber1 is None
    ):
        raise ValueError(
            "GetJointArgs: give either markerNumber or bodyNumber of each of the two sides"
        )
    if markerNumber0 is None and markerNumber1 is None:
        raise ValueError("GetJointArgs: at least one of markerNumber0 and markerNumber1 is needed")
    if markerNumber0 is None:
        markerNumber0 = GetOtherMarker(mbs, bodyNumber0, markerNumber1)
        if rotationMarker0 is None and rotationMarker1 is None:
            rotationMarker1 = np.eye(3)
    if markerNumber1 is None:
        markerNumber1 = GetOtherMarker(mbs, bodyNumber1, markerNumber0)
    turned0, turned1 = (_marker_frame(mbs, m)[1] for m in (markerNumber0, markerNumber1))
    if rotationMarker0 is None and rotationMarker1 is None:
        rotationMarker0 = np.eye(3)
    if rotationMarker0 is None:
        rotationMarker0 = turned0.T @ turned1 @ np.asarray(rotationMarker1)
    elif rotationMarker1 is None:
        rotationMarker1 = turned1.T @ turned0 @ np.asarray(rotationMarker0)
    return {
        "markerNumbers": [markerNumber0, markerNumber1],
        "rotationMarker0": rotationMarker0,
        "rotationMarker1": rotationMarker1,
    }


def ShowOnlyObjects(mbs, objectNumbers=[], showOthers=False):
    """Draw only some objects, or with showOthers all others; with none given, all.

    objectNumbers -- a number or a list of numbers
    """
    chosen = {int(number) for number in np.atleast_1d(np.array(objectNumbers, dtype=object))}
    for number in range(mbs.systemData.NumberOfObjects()):
        mbs.SetObjectParameter(number, "Vshow", not chosen or (number in chosen) != showOthers)


def HighlightItem(SC, mbs, itemNumber, itemType=ItemType.Object, showNumbers=True):
    """The player shows items by a click in its list; nothing is highlighted here."""
    notice("highlight", "HighlightItem: choose the item in the list of the player instead")


def UFsensorRecord(mbs, t, sensorNumbers, factors, configuration):
    """User function of a sensor that passes on another one and writes it into mbs.variables."""
    values = np.atleast_1d(mbs.GetSensorValues(sensorNumbers[0]))
    record = mbs.variables[f"sensorRecord{int(sensorNumbers[0])}"]
    row = min(round(t / factors[0]) if factors[0] > 0 else 0, len(record) - 1)
    record[row, 0], record[row, 1:] = t, values
    return values.tolist()


def AddSensorRecorder(mbs, sensorNumber, endTime, sensorsWritePeriod, sensorOutputSize=3):
    """A sensor that writes the values of another one to mbs.variables['sensorRecord' + number].

    endTime, sensorsWritePeriod [s] -- of the run; sensorOutputSize -- number of values
    A row of the array is the time and the values. Returns the number of the new sensor; with
    storeInternal=True, sensors keep their values by themselves.
    """
    count = round(endTime / sensorsWritePeriod) + 1
    mbs.variables[f"sensorRecord{int(sensorNumber)}"] = np.zeros((count, sensorOutputSize + 1))
    recorder = SensorUserFunction(  # noqa: F405
        sensorNumbers=[sensorNumber],
        factors=[sensorsWritePeriod],
        writeToFile=False,
        sensorUserFunction=UFsensorRecord,
    )
    return mbs.AddSensor(recorder)
