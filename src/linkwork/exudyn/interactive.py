"""Views of solutions and modes, and movies of pictures."""

import copy
from math import sin

import numpy as np

import linkwork.exudyn as exudyn
from linkwork.exudyn._missing import missing_class as _missing_class
from linkwork.exudyn._missing import missing_function as _missing_function
from linkwork.exudyn._notices import notice as _notice
from linkwork.exudyn._renderer import wishes as _wishes
from linkwork.exudyn._viewer import show_modes as _show_modes
from linkwork.exudyn._viewer import show_solution as _show_solution

pi = np.pi


def SolutionViewer(
    mainSystem,
    solution=None,
    rowIncrement=1,
    timeout=0.04,
    runOnStart=True,
    runMode=2,
    fontSize=12,
    title="",
    checkRenderEngineStopFlag=True,
):
    """Show a run in the player; without a screen, a notice says how to see it.

    solution -- a Solution, or what LoadSolutionFile returned; None: the last run
    rowIncrement -- show every row of a loaded solution, every second one, ...
    Other arguments belong to a dialog that the player replaces.
    """
    _show_solution(mainSystem, solution, rowIncrement)


def AnimateModes(
    systemContainer,
    mainSystem,
    nodeNumber,
    period=0.04,
    stepsPerPeriod=30,
    showTime=True,
    renderWindowText="",
    runOnStart=False,
    runMode=0,
    scaleAmplitude=1,
    title="",
    fontSize=12,
    checkRenderEngineStopFlag=True,
    systemEigenVectors=None,
):
    """Show one period of every mode in the player, if the script was started with such a wish.

    nodeNumber -- node whose coordinates are animated one by one; None: systemEigenVectors are
    systemEigenVectors -- list of vectors of all ODE2 coordinates, or a matrix with these as columns
    period, stepsPerPeriod -- time between frames [s] and their number per mode
    scaleAmplitude -- factor; with 1, points move by a tenth of the model's size
    title -- of the page; other arguments belong to a dialog that the player replaces
    """
    if not (_wishes["live"] or _wishes["html"]):
        _notice(
            "AnimateModes",
            "AnimateModes has no window; `linkwork script --html FILE` writes a page that plays "
            "the modes, and so does mbs.ComputeModes().export_html(FILE)",
        )
        return
    if nodeNumber is None:
        if systemEigenVectors is None:
            raise ValueError("AnimateModes: give nodeNumber or systemEigenVectors")
        is_list = isinstance(systemEigenVectors, list | tuple)
        vectors = np.array(systemEigenVectors).T if is_list else np.asarray(systemEigenVectors)
    else:
        places = mainSystem.systemData.GetNodeLTGODE2(nodeNumber)
        vectors = np.eye(mainSystem.systemData.ODE2Size())[:, list(places)]
    from linkwork.exudyn._mode_periods import periods_of

    solution = periods_of(mainSystem, vectors, period, int(stepsPerPeriod), scaleAmplitude)
    _show_modes(solution, title or renderWindowText or "modes")


def ConvertImages2Video(
    workingDir="images",
    inputPattern="frame%05d.png",
    outputFile="animation.mp4",
    inputFrameRate=25,
    outputFrameRate=25,
    compressionCRF=28,
    startNumber=0,
    totalFrames=None,
):
    """Make a movie of numbered pictures with ffmpeg.

    workingDir -- folder of the pictures and of the movie; inputPattern -- their names
    compressionCRF -- 0 (best) to 51; totalFrames -- number of pictures; default: all
    """
    import subprocess

    from linkwork.view.movies.encoder import ffmpeg

    frames = [] if totalFrames is None else ["-frames:v", str(totalFrames)]
    command = [ffmpeg(), "-y", "-loglevel", "error"]
    command += ["-framerate", str(inputFrameRate), "-start_number", str(startNumber)]
    command += ["-i", inputPattern, *frames, "-c:v", "libx264", "-crf", str(compressionCRF)]
    # Players need an even number of pixels and this format.
    command += ["-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p"]
    command += ["-r", str(outputFrameRate), outputFile]
    done = subprocess.run(command, cwd=workingDir, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"ConvertImages2Video: ffmpeg failed: {done.stderr.strip()}")


InteractiveDialog = _missing_class(
    "exudyn.interactive.InteractiveDialog",
    "dialogs are not supported; set the values in the script, mbs.LiveView() shows the run",
)
InteractiveImages2Video = _missing_function(
    "exudyn.interactive.InteractiveImages2Video",
    "dialogs are not supported; ConvertImages2Video makes a movie of pictures",
)
