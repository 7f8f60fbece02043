"""Filters, derivatives, Fourier transform and interpolation of recorded signals."""

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn.advancedUtilities import IsListOrArray


def FilterSensorOutput(
    signal, filterWindow=5, polyOrder=3, derivative=0, centralDifferentiate=True
):
    """Filter or differentiate the values of a sensor; returns an array like signal.

    signal -- rows of time and values
    filterWindow -- number of points of a Savitzky-Golay filter (odd); 0: plain differences
    polyOrder -- order of its polynomials
    derivative -- its order, at most 2 without a filter; the time is in the first column
    centralDifferentiate -- without a filter: central instead of forward differences
    """
    rows = np.array(signal, float)
    dt = np.diff(rows[:, 0], append=2 * rows[-1, 0] - rows[-2, 0])
    for column in rows.T[1:]:
        column[:] = _filtered(column, dt, filterWindow, polyOrder, derivative, centralDifferentiate)
    return rows


def FilterSignal(
    signal, samplingRate=-1, filterWindow=5, polyOrder=3, derivative=0, centralDifferentiate=True
):
    """Filter or differentiate a signal that is sampled at a constant rate.

    signal -- values
    samplingRate -- time between two values [s]; -1: 1 s
    Other parameters: see FilterSensorOutput.
    """
    values = np.array(signal, float)
    if values.ndim != 1:
        raise ValueError(
            f"FilterSignal: signal must be a vector, got an array of shape {values.shape}; "
            "FilterSensorOutput takes rows of time and values"
        )
    dt = np.full(len(values), 1.0 if samplingRate == -1 else float(samplingRate))
    return _filtered(values, dt, filterWindow, polyOrder, derivative, centralDifferentiate)


def _filtered(values, dt, window, order, derivative, central):
    if derivative not in (0, 1, 2) and not window:
        raise ValueError(
            f"without a filter, derivative must be 0, 1 or 2, got {derivative}; filterWindow > 0 "
            "computes higher ones"
        )
    if window:
        from scipy.signal import savgol_filter

        return savgol_filter(values, window, order, derivative) / dt**derivative
    if derivative == 0:
        return values
    if derivative == 1:
        # Beyond its ends the signal is continued by its last and first value.
        forward = np.diff(values, append=values[-1:]) / dt
        backward = np.diff(values, prepend=values[:1]) / np.append(dt[:1], dt[:-1])
        return 0.5 * (forward + backward) if central else forward
    second = np.empty(len(values))
    second[1:-1] = (values[2:] - 2 * values[1:-1] + values[:-2]) / dt[1:-1] ** 2
    second[0], second[-1] = second[1], second[-2]
    return second


def ComputeFFT(time, data):
    """Fourier transform of a signal at constant steps: [frequencies [Hz], magnitudes, phases].

    A sine of amplitude 1 has the magnitude 1; that of the mean value is doubled.
    """
    count = len(time)
    dt = (time[-1] - time[0]) / (count - 1)
    lines = count // 2 + 1
    transformed = np.fft.fft(data)[:lines]
    frequencies = np.arange(lines) / (count * dt)
    return [frequencies, 2 / count * np.abs(transformed), np.angle(transformed)]


def GetInterpolatedSignalValue(
    time,
    dataArray,
    timeArray=[],
    dataArrayIndex=-1,
    timeArrayIndex=-1,
    rangeWarning=True,
    tolerance=1e-6,
):
    """Value of a signal at a time, linear between samples; outside, the first or last value.

    dataArray -- values, or rows with the values in column dataArrayIndex
    timeArray -- times, or rows with the times in column timeArrayIndex; empty: in dataArray
    rangeWarning -- print a warning if time is outside
    tolerance -- accepted for compatibility; steps need not be constant
    """
    values = np.asarray(dataArray)
    times = np.asarray(timeArray) if len(timeArray) else values
    if values.ndim == 2:
        values = values[:, dataArrayIndex]
    if times.ndim == 2:
        times = times[:, timeArrayIndex]
    if rangeWarning and not times[0] - tolerance <= time <= times[-1] + tolerance:
        print(f"Warning: GetInterpolatedSignalValue: time {time} is outside the signal")
    return np.interp(time, times, values)
