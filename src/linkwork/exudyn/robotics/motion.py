"""Trajectories: profiles of coordinates, one after the other.

A profile tells where coordinates go and how; with the state at its start it becomes a basic
profile, which is evaluated.
"""

from copy import copy, deepcopy

import numpy as np

import linkwork.exudyn as exudyn


class _Listed:
    """Profiles show their values, and dict(profile) has them by name."""

    def __iter__(self):
        return iter(vars(self).items())

    def __getitem__(self, key):
        return vars(self)[key]

    def __repr__(self):
        return repr(vars(self))


class BasicProfile(_Listed):
    """Motion with constant acceleration, constant velocity and constant deceleration per axis.

    coordinateSets -- [initial, final] coordinates
    initialTime, finalTime -- its interval [s]
    accelerationTimes -- duration of acceleration and of deceleration, per axis
    maxVelocities, maxAccelerations -- velocity of the middle part and acceleration, per axis
    """

    def __init__(
        self,
        coordinateSets,
        initialTime,
        finalTime,
        accelerationTimes,
        maxVelocities,
        maxAccelerations,
    ):
        self.initialTime = initialTime
        self.finalTime = finalTime
        self.accelerationTimes = accelerationTimes
        self.maxVelocities = maxVelocities
        self.maxAccelerations = maxAccelerations
        self.coordinateSets = [np.array(each, float) for each in coordinateSets]
        self.distances = self.coordinateSets[-1] - self.coordinateSets[0]

    def GetInitialCoordinates(self):
        """Coordinates at its start."""
        return self.coordinateSets[0]

    def GetFinalCoordinates(self):
        """Coordinates at its end."""
        return self.coordinateSets[-1]

    def Evaluate(self, time):
        """[coordinates, velocities, accelerations] at a time within the profile."""
        rows = [self.EvaluateCoordinate(time, i) for i in range(len(self.distances))]
        return list(np.array(rows, float).reshape(-1, 3).T)

    def EvaluateCoordinate(self, time, coordinate):
        """[coordinate, velocity, acceleration] of one axis at a time within the profile."""
        t, rest = time - self.initialTime, self.finalTime - time
        ramp = self.accelerationTimes[coordinate]
        direction = np.sign(self.distances[coordinate])
        v = direction * self.maxVelocities[coordinate]
        a = direction * self.maxAccelerations[coordinate]
        first, last = self.coordinateSets[0][coordinate], self.coordinateSets[-1][coordinate]
        if rest <= ramp:
            return [last - 0.5 * a * rest**2, a * rest, -a]
        if t < ramp:
            return [first + 0.5 * a * t**2, a * t, a]
        return [first + v * (t - 0.5 * ramp), v, 0.0]


class BasicProfileLinearAcceleration(_Listed):
    """Motion from rest with accelerations that are linear between given times.

    accelerationList -- pairs (time after the start, list of accelerations)
    """

    def __init__(self, initialCoordinates, initialTime, accelerationList):
        self.initialCoordinates = np.array(initialCoordinates, float)
        self.initialTime = initialTime
        self.accelerationList = [(t, np.array(a, float)) for t, a in accelerationList]
        self.finalTime = initialTime + self.accelerationList[-1][0]
        self.Initialize()

    def Initialize(self):
        """Compute coordinates and velocities at the given times."""
        q, v = self.initialCoordinates, np.zeros(len(self.initialCoordinates))
        self.states = [(q, v)]
        for (t0, a0), (t1, a1) in zip(
            self.accelerationList, self.accelerationList[1:], strict=False
        ):
            h = t1 - t0
            q = q + v * h + h**2 * (2 * a0 + a1) / 6
            v = v + 0.5 * h * (a0 + a1)
            self.states.append((q, v))

    def GetInitialCoordinates(self):
        """Coordinates at its start."""
        return self.initialCoordinates

    def GetFinalCoordinates(self):
        """Coordinates at its end."""
        return self.states[-1][0]

    def Evaluate(self, time):
        """[coordinates, velocities, accelerations] at a time within the profile."""
        times = [t for t, _ in self.accelerationList]
        t = time - self.initialTime
        k = int(np.clip(np.searchsorted(times, t, "right") - 1, 0, max(len(times) - 2, 0)))
        (t0, a0), (t1, a1) = (
            self.accelerationList[k],
            self.accelerationList[min(k + 1, len(times) - 1)],
        )
        q, v = self.states[k]
        s = t - t0
        jerk = (a1 - a0) / (t1 - t0) if t1 > t0 else 0.0 * a0
        return [
            q + v * s + 0.5 * a0 * s**2 + jerk * s**3 / 6,
            v + a0 * s + 0.5 * jerk * s**2,
            a0 + jerk * s,
        ]

    def EvaluateCoordinate(self, time, coordinate):
        """[coordinate, velocity, acceleration] of one axis at a time within the profile."""
        return [row[coordinate] for row in self.Evaluate(time)]


class ProfileConstantAcceleration:
    """Half of the time accelerated, half of it decelerated, from rest to rest.

    finalCoordinates -- coordinates at the end; duration [s]
    """

    def __init__(self, finalCoordinates, duration):
        self.finalCoordinates = np.array(finalCoordinates, float)
        self.duration = duration

    def GetBasicProfile(
        self, initialTime, initialCoordinates, globalMaxVelocities, globalMaxAccelerations
    ):
        """The profile from given coordinates on; limits of the trajectory do not matter."""
        distances = np.abs(self.finalCoordinates - initialCoordinates)
        T = self.duration
        return BasicProfile(
            [initialCoordinates, self.finalCoordinates],
            initialTime,
            initialTime + T,
            [0.5 * T] * len(distances),
            2 * distances / T,
            4 * distances / T**2,
        )


class ProfileLinearAccelerationsList:
    """Accelerations that are linear between given times; see BasicProfileLinearAcceleration."""

    def __init__(self, accelerationList):
        self.accelerationList = accelerationList

    def GetBasicProfile(
        self, initialTime, initialCoordinates, globalMaxVelocities, globalMaxAccelerations
    ):
        """The profile from given coordinates on."""
        return BasicProfileLinearAcceleration(
            initialCoordinates, initialTime, self.accelerationList
        )


class ProfilePTP:
    """Point-to-point motion within limits; all axes arrive together.

    finalCoordinates -- coordinates at the end
    syncAccTimes -- equal acceleration times of all axes; only False is available
    maxVelocities, maxAccelerations -- limits per axis; the smaller one of these and those of the
    trajectory holds, empty lists are no limit

    With the shortest time T of the slowest axis, every axis keeps its acceleration a and moves with
    v = (a T - sqrt(a^2 T^2 - 4 a d)) / 2 over its distance d.
    """

    def __init__(self, finalCoordinates, syncAccTimes=True, maxVelocities=[], maxAccelerations=[]):
        self.finalCoordinates = np.array(finalCoordinates, float)
        self.syncAccTimes = syncAccTimes
        self.maxVelocities = maxVelocities
        self.maxAccelerations = maxAccelerations

    def GetBasicProfile(
        self, initialTime, initialCoordinates, globalMaxVelocities, globalMaxAccelerations
    ):
        """The profile from given coordinates on."""
        if self.syncAccTimes:
            raise ValueError("ProfilePTP: only syncAccTimes=False is available")
        d = np.abs(self.finalCoordinates - initialCoordinates)
        v = _limits("maxVelocities", self.maxVelocities, globalMaxVelocities, len(d))
        a = _limits("maxAccelerations", self.maxAccelerations, globalMaxAccelerations, len(d))
        v = np.minimum(np.sqrt(a * d), v)
        moving = d > 0
        T = max((v[moving] / a[moving] + d[moving] / v[moving]).tolist(), default=0.0)
        v = 0.5 * (a * T - np.sqrt(np.maximum((a * T) ** 2 - 4 * a * d, 0.0)))
        coordinates = [initialCoordinates, self.finalCoordinates]
        return BasicProfile(coordinates, initialTime, initialTime + T, v / a, v, a)


def _limits(name, own, others, count):
    """Limits per axis: the smaller ones of two lists, of which one may be empty."""
    given = [np.array(limits, float) for limits in (own, others) if len(limits)]
    if not given:
        raise ValueError(f"ProfilePTP: give {name} in the trajectory or in the profile")
    for limits in given:
        if len(limits) != count or not (limits > 0).all():
            raise ValueError(f"ProfilePTP: {name} must be {count} numbers > 0, got {limits}")
    return np.minimum.reduce(given)


class Trajectory:
    """A sequence of profiles; before and after them the coordinates are held.

    initialCoordinates, initialTime -- where and when [s] it starts
    maxVelocities, maxAccelerations -- limits per axis for profiles that have none
    """

    def __init__(self, initialCoordinates, initialTime=0, maxVelocities=[], maxAccelerations=[]):
        self.initialTime = initialTime
        self.initialCoordinates = np.array(initialCoordinates, float)
        self.globalMaxVelocities = maxVelocities
        self.globalMaxAccelerations = maxAccelerations
        self.profiles = []
        self.Initialize()

    def GetFinalCoordinates(self):
        """Coordinates at the end of the last profile."""
        if not self.profiles:
            return self.initialCoordinates
        return self.profiles[-1].GetFinalCoordinates()

    def Add(self, profile):
        """Append a profile."""
        start = self.GetFinalCoordinates()
        goal = getattr(profile, "finalCoordinates", start)
        if len(goal) != len(start):
            raise ValueError(
                f"Trajectory.Add: the profile has {len(goal)} coordinates, the trajectory has "
                f"{len(start)}"
            )
        limits = self.globalMaxVelocities, self.globalMaxAccelerations
        self.profiles.append(profile.GetBasicProfile(self.timesList[-1], start, *limits))
        self.Initialize()

    def GetTimes(self):
        """Times at which profiles start, and the end of the last one."""
        return self.timesList

    def Initialize(self):
        """Collect the times of the profiles; Add does this."""
        self.timesList = [self.initialTime, *(profile.finalTime for profile in self.profiles)]

    def _at(self, t):
        """The profile at a time; None before and after all of them."""
        if t <= self.timesList[0] or t > self.timesList[-1]:
            return None
        return self.profiles[int(np.searchsorted(self.timesList, t, "left")) - 1]

    def __len__(self):
        return len(self.profiles)

    def __iter__(self):
        return iter(self.profiles)

    def __getitem__(self, key):
        return self.profiles[key]

    def __repr__(self):
        return repr(self.profiles)

    def Evaluate(self, t):
        """[coordinates, velocities, accelerations] at a time."""
        profile = self._at(t)
        if profile is not None:
            return profile.Evaluate(t)
        q = self.initialCoordinates if t <= self.timesList[0] else self.GetFinalCoordinates()
        return [q.copy(), np.zeros(len(q)), np.zeros(len(q))]

    def EvaluateCoordinate(self, t, coordinate):
        """[coordinate, velocity, acceleration] of one axis at a time."""
        profile = self._at(t)
        if profile is not None:
            return profile.EvaluateCoordinate(t, coordinate)
        q = self.initialCoordinates if t <= self.timesList[0] else self.GetFinalCoordinates()
        return [q[coordinate], 0.0, 0.0]
