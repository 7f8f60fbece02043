"""Simulation settings: the tree with the documented names and defaults.

`SimulationSettings()` holds the defaults. Values are checked at assignment, and misspelled names
are rejected:

    settings = SimulationSettings()
    settings.timeIntegration.numberOfSteps = 1e5
    settings.timeIntegration.generalizedAlpha.spectralRadius = 0.8
"""

from linkwork.core.enums import DynamicSolverType, LinearSolverType
from linkwork.settings.other_names import of_solution_settings, of_time_integration
from linkwork.settings.tree import (
    ABOVE_1,
    AT_LEAST_1,
    DIGITS,
    FRACTION,
    NON_NEGATIVE,
    POSITIVE,
    POSITIVE_FRACTION,
    PROPER_FRACTION,
    Group,
    choice,
    group,
    integer,
    real,
    switch,
    text,
    whole,
    word,
)

EXACT = "Jacobians are exact; those of user functions are always central differences"
COMPOSED = "rotation vectors are always composed"
NO_STREAM = "text files are written when the run ends; streamFileName writes results during the run"


class NumericalDifferentiationSettings(Group):
    """Numerical derivatives (Linkwork computes exact ones)."""

    addReferenceCoordinatesToEpsilon = switch(False, "Also scale by reference coordinates.")
    doSystemWideDifferentiation = switch(False, "Differentiate the whole system at once.")
    forAE = switch(False, "Differentiate constraints.")
    forODE2 = switch(False, "Differentiate second-order terms.")
    forODE2connectors = switch(False, "Differentiate connectors.")
    jacobianConnectorDerivative = switch(True, "Include derivatives of marker Jacobians.")
    minimumCoordinateSize = real(1e-2, "Smallest scale of a coordinate.", NON_NEGATIVE)
    relativeEpsilon = real(1e-7, "Increment relative to the scale of a coordinate.", NON_NEGATIVE)


class NewtonSettings(Group):
    """Newton's method inside a step."""

    absoluteTolerance = real(1e-10, "Converged when the residual is below this.", NON_NEGATIVE)
    relativeTolerance = real(
        1e-8, "Converged when the residual, relative to its scale, is below this.", NON_NEGATIVE
    )
    maxIterations = integer(25, "A step that needs more iterations has failed.", AT_LEAST_1)
    useModifiedNewton = switch(False, "Keep the factorized Jacobian while Newton converges.")
    maxModifiedNewtonIterations = integer(
        8, "Iterations with a kept Jacobian before it is updated.", AT_LEAST_1
    )
    maxModifiedNewtonRestartIterations = integer(
        7, "Iterations with an updated Jacobian before full Newton is used.", AT_LEAST_1
    )
    modifiedNewtonContractivity = real(
        0.5, "Residual ratio of two iterations above which the Jacobian is updated.", POSITIVE
    )
    modifiedNewtonJacUpdatePerStep = switch(False, "Update the kept Jacobian in every step.")
    maximumSolutionNorm = real(1e38, "Larger residuals or states count as divergence.", POSITIVE)
    useNewtonSolver = switch(True, "Iterate; off: one linear solve per step.")
    adaptInitialResidual = switch(
        True, "Correct a vanishing first residual.", "the residual scale includes the loads"
    )
    newtonResidualMode = integer(
        0, "Scale of the residual.", no_effect="force and constraint rows have separate norms"
    )
    weightTolerancePerCoordinate = switch(
        False, "Scale by number of coordinates.", "norms do not grow with the model's size"
    )
    numericalDifferentiation = group(NumericalDifferentiationSettings, EXACT)


class DiscontinuousSettings(Group):
    """Events such as contact inside a step."""

    ignoreMaxIterations = switch(
        True, "Accept a step whose items still disagree after maxIterations repetitions."
    )
    iterationTolerance = real(
        1.0,
        "Error of forces up to which a step is accepted although items switch, in thousandths of "
        "the typical load.",
        NON_NEGATIVE,
    )
    maxIterations = integer(
        5,
        "Repetitions of a step in which items with data switch after Newton's method; updates of "
        "a step after which other piecewise laws keep their branch.",
    )
    useRecommendedStepSize = switch(
        True, "Repeat a step with the smaller size that an item or a user function recommends."
    )


class EventSettings(DiscontinuousSettings):
    """Events such as contact inside a step of a dynamic run."""

    locateEvents = switch(
        True,
        "Steps end where a piecewise law changes its branch; off: the state decides, in implicit "
        "steps up to maxIterations.",
    )
    locateEventsLimit = integer(
        100,
        "Steps of fixed size run across events if the model has more items with piecewise laws "
        "than this: each event costs several steps.",
    )


class GeneralizedAlphaSettings(Group):
    """The implicit generalized-alpha and Newmark integrators."""

    spectralRadius = real(
        0.9, "Fraction of the highest frequencies that a step keeps: 1 all, 0 none.", FRACTION
    )
    useNewmark = switch(False, "Newmark's method with the two factors below.")
    newmarkBeta = real(0.25, "Newmark's factor of accelerations in positions.", POSITIVE_FRACTION)
    newmarkGamma = real(0.5, "Newmark's factor of accelerations in velocities.", POSITIVE_FRACTION)
    automaticStepSize = switch(
        False,
        "Choose the step size from absoluteTolerance and relativeTolerance of timeIntegration; "
        "constraints are enforced at velocity level.",
    )
    constraintLevel = word(
        "",
        "Level at which steps satisfy the constraints; '' is 'velocity' for models with nodes that "
        "rotate in space, for steps of automatic size and with useIndex2Constraints, otherwise "
        "'position'.",
        "position",
        "velocity",
    )
    useIndex2Constraints = switch(False, "True: the same as constraintLevel = 'velocity'.")
    projectIndex2Drift = switch(
        True,
        "At velocity level, project positions onto the constraints after each step; with steps of "
        "automatic size velocities, too.",
    )
    computeInitialAccelerations = switch(True, "Solve for consistent initial accelerations.")
    resetAccelerations = switch(False, "Start from zero accelerations, not from given ones.")
    storeInitialAlgebraicCoordinates = switch(
        True, "Keep the initial multipliers.", "initial multipliers are always kept"
    )
    lieGroupAddTangentOperator = switch(True, "Tangent operator in Jacobians.", EXACT)
    lieGroupSimplifiedKinematicRelations = switch(
        False,
        "Compose a rotation vector with one increment for the whole step, instead of one for its "
        "known part and one for the new accelerations.",
    )


class ExplicitIntegrationSettings(Group):
    """The explicit Runge-Kutta integrators."""

    dynamicSolverType = choice(
        DynamicSolverType.DOPRI5,
        "The explicit integrator.",
        "the integrator is chosen by the argument solverType of SolveDynamic",
    )
    computeEndOfStepAccelerations = switch(
        True,
        "Compute accelerations at the end of the step.",
        "recorded accelerations are always those at the recorded time",
    )
    computeMassMatrixInversePerBody = switch(
        False, "Invert mass matrices per body.", "constant mass blocks are always factorized once"
    )
    eliminateConstraints = switch(
        True, "Treat simple constraints.", "constraints are never dropped or eliminated silently"
    )
    useLieGroupIntegration = switch(True, "Rotations on their Lie group.", COMPOSED)


class TimeIntegrationSettings(Group):
    """Dynamic simulation: times, steps, tolerances."""

    _other_names = of_time_integration()

    startTime = real(0.0, "Time at which the run starts.", unit="s")
    endTime = real(1.0, "Time at which the run ends.", unit="s")
    numberOfSteps = whole(
        100, "Steps between start and end; with automatic step size, the smallest number."
    )
    automaticStepSize = switch(
        True,
        "Embedded pairs choose their step size; implicit solvers have "
        "generalizedAlpha.automaticStepSize.",
    )
    initialStepSize = real(
        0.0,
        "First step if the step size is automatic; 0 means (end - start)/steps.",
        NON_NEGATIVE,
        "s",
    )
    minimumStepSize = real(1e-8, "A run that needs smaller steps has failed.", POSITIVE, "s")
    absoluteTolerance = real(1e-8, "Absolute error per step of automatic size.", NON_NEGATIVE)
    relativeTolerance = real(1e-8, "Relative error per step of automatic size.", NON_NEGATIVE)
    stepSizeSafety = real(0.9, "Safety factor of the step size control.", POSITIVE_FRACTION)
    stepSizeMaxIncrease = real(2.0, "Largest ratio of two successive step sizes.", ABOVE_1)
    adaptiveStep = switch(True, "Repeat a failed implicit step with a smaller step size.")
    adaptiveStepDecrease = real(0.5, "Step size factor after a failure.", PROPER_FRACTION)
    adaptiveStepIncrease = real(2.0, "Step size factor of the recovery.", ABOVE_1)
    adaptiveStepRecoverySteps = integer(
        10, "Good steps required before the step size grows again.", AT_LEAST_1
    )
    adaptiveStepRecoveryIterations = integer(
        7, "A step counts as good with at most this many Newton iterations."
    )
    verboseMode = integer(
        0,
        "0 prints nothing, 1 the progress of long runs, 2 also the counts of displayStatistics "
        "and how user functions are called.",
    )
    newton = group(NewtonSettings)
    generalizedAlpha = group(GeneralizedAlphaSettings)
    explicitIntegration = group(ExplicitIntegrationSettings)
    discontinuous = group(EventSettings)
    computeLoadsJacobian = integer(0, "Derivatives of loads.", no_effect=EXACT)
    reuseConstantMassMatrix = switch(
        True, "Keep constant mass matrices.", "constant mass matrices are always kept"
    )
    simulateInRealtime = switch(
        False, "Slow the run down, so that its time follows the clock; see realtimeFactor."
    )
    realtimeFactor = real(1.0, "Simulated time per time of the clock.", POSITIVE)
    realtimeWaitMicroseconds = integer(
        1000, "Longest sleep between two looks at the clock.", AT_LEAST_1, "us"
    )
    stepInformation = integer(
        67,
        "Bits that select the printed information about steps.",
        no_effect="verboseMode and displayStatistics determine what is printed",
    )
    verboseModeFile = integer(
        0, "Texts in the protocol file.", no_effect="no protocol file is written"
    )


class StaticSolverSettings(Group):
    """Static solution in load steps."""

    numberOfLoadSteps = whole(1, "Number of load steps.")
    loadStepDuration = real(1.0, "Duration of all load steps together.", POSITIVE, "s")
    loadStepStart = real(0.0, "Time at which the load steps begin.", unit="s")
    loadStepGeometric = switch(False, "Load steps grow geometrically.")
    loadStepGeometricRange = real(
        1000.0, "Ratio of the last to the first time of geometric load steps.", ABOVE_1
    )
    useLoadFactor = switch(
        True, "Loads without a time function grow in proportion to the time of the load steps."
    )
    adaptiveStep = switch(True, "Repeat a failed load step with a smaller one.")
    adaptiveStepDecrease = real(0.25, "Step factor after a failure.", PROPER_FRACTION)
    adaptiveStepIncrease = real(2.0, "Step factor of the recovery.", ABOVE_1)
    adaptiveStepRecoverySteps = integer(
        4, "Good steps required before the step grows again.", AT_LEAST_1
    )
    adaptiveStepRecoveryIterations = integer(
        7, "A step counts as good with at most this many iterations."
    )
    minimumStepSize = real(1e-8, "Smaller load steps are a failure.", POSITIVE, "s")
    stabilizerODE2term = real(
        0.0,
        "Stiffness per mass toward the start of each load step, times 1 - (load factor)^2.",
        NON_NEGATIVE,
        "1/s^2",
    )
    constrainODE1coordinates = switch(
        True, "Hold first-order coordinates constant; off: solve for zero rates."
    )
    computeLoadsJacobian = switch(True, "Include derivatives of loads.", EXACT)
    newton = group(NewtonSettings)
    discontinuous = group(DiscontinuousSettings)
    stepInformation = integer(
        67,
        "Bits that select the printed information about steps.",
        no_effect="verboseMode determines what is printed",
    )
    verboseMode = integer(
        1, "0 prints nothing, 1 the progress of long runs, 2 also a line for each load step."
    )
    verboseModeFile = integer(
        0, "Texts in the protocol file.", no_effect="no protocol file is written"
    )


class SolutionSettings(Group):
    """What is recorded and written to files."""

    _other_names = of_solution_settings()

    solutionWritePeriod = real(
        0.01, "Time between recorded solutions; 0 records every step.", NON_NEGATIVE, "s"
    )
    sensorsWritePeriod = real(
        0.01, "Time between recorded sensor values; 0 records every step.", NON_NEGATIVE, "s"
    )
    sensorsStoreAndWriteFiles = switch(True, "Record sensors, and write those with a file name.")
    sensorsExtremes = switch(
        True, "Find the smallest and largest values of sensors over all steps, recorded or not."
    )
    sensorsAppendToFile = switch(False, "Append to sensor files instead of replacing them.")
    sensorsWriteFileHeader = switch(True, "Sensor files start with a header.")
    sensorsWriteFileFooter = switch(False, "Sensor files end with a footer.")
    writeSolutionToFile = switch(False, "Write the solution file.")
    coordinatesSolutionFileName = text("coordinatesSolution", "Name of the solution file.")
    appendToFile = switch(False, "Append to the solution file instead of replacing it.")
    binarySolutionFile = switch(False, "Solution file in binary form.")
    writeFileHeader = switch(True, "The solution file starts with a header.")
    writeFileFooter = switch(True, "The solution file ends with a footer.")
    writeInitialValues = switch(True, "Also record the initial state.")
    solutionInformation = text("", "An additional line for the header of the solution file.")
    exportVelocities = switch(True, "Velocities in the solution file.")
    exportAccelerations = switch(True, "Accelerations in the solution file.")
    exportODE1Velocities = switch(True, "Rates of first-order coordinates in the solution file.")
    exportAlgebraicCoordinates = switch(True, "Multipliers in the solution file.")
    exportDataCoordinates = switch(True, "Data coordinates in the solution file.")
    outputPrecision = integer(10, "Significant digits in text files.", DIGITS)
    streamFileName = text(
        "", "Folder for results that are written during the run; empty: they stay in memory."
    )
    flushFilesImmediately = switch(False, "Files are up to date after every line.", NO_STREAM)
    flushFilesDOF = integer(
        10000,
        "Systems with more coordinates than this flush every line.",
        AT_LEAST_1,
        no_effect=NO_STREAM,
    )
    recordImagesInterval = real(
        -1.0,
        "Time between pictures; negative: none.",
        unit="s",
        no_effect="solution.movie and solution.image make pictures after the run",
    )
    writeRestartFile = switch(False, "Write checkpoints from which a run can be resumed.")
    restartFileName = text("restartFile.txt", "Name of the file with the last checkpoint.")
    restartWritePeriod = real(
        0.01, "Simulated time between checkpoints; 0 writes one before every step.",
        NON_NEGATIVE, "s",
    )  # fmt: skip
    restartWallPeriod = real(
        0.0, "Smallest wall-clock time between written checkpoints.", NON_NEGATIVE, "s"
    )
    solverInformationFileName = text(
        "solverInformation.txt", "Name of the protocol file.", "no protocol file is written"
    )


class LinearSolverSettings(Group):
    """Details of the linear solvers."""

    ignoreSingularJacobian = switch(
        False,
        "Continue with a singular Jacobian.",
        "dependent constraints share their loads in explicit solvers and stop implicit ones",
    )
    pivotThreshold = real(
        0.0,
        "Pivots below this are singular.",
        NON_NEGATIVE,
        no_effect="pivots are compared with the masses and with the entries they eliminate",
    )
    reuseAnalyzedPattern = switch(
        False, "Analyze a sparse pattern once.", "a sparse pattern is always analyzed only once"
    )
    showCausingItems = switch(
        True, "Name the items that cause a failure.", "errors always name the item that causes them"
    )


class ParallelSettings(Group):
    """Threads inside one simulation."""

    numberOfThreads = integer(1, "Number of threads.", AT_LEAST_1)
    multithreadedLLimitJacobians = integer(20, "Fewest items for threaded Jacobians.", AT_LEAST_1)
    multithreadedLLimitLoads = integer(20, "Fewest items for threaded loads.", AT_LEAST_1)
    multithreadedLLimitMassMatrices = integer(20, "Fewest items for threaded masses.", AT_LEAST_1)
    multithreadedLLimitResiduals = integer(20, "Fewest items for threaded residuals.", AT_LEAST_1)
    taskSplitMinItems = integer(50, "Fewest items that are split into tasks.", AT_LEAST_1)
    taskSplitTasksPerThread = integer(16, "Tasks per thread.", AT_LEAST_1)
    useLoadBalancing = switch(True, "Balance the work of the threads.")


class SimulationSettings(Group):
    """All settings of a simulation."""

    _other_names = of_solution_settings("solutionSettings.") | of_time_integration(
        "timeIntegration."
    )

    timeIntegration = group(TimeIntegrationSettings)
    solutionSettings = group(SolutionSettings)
    staticSolver = group(StaticSolverSettings)
    linearSolverSettings = group(LinearSolverSettings)
    parallel = group(ParallelSettings, "a simulation runs on one thread")
    linearSolverType = choice(
        LinearSolverType._None,
        "The linear solver; _None chooses by size and fill of the matrix: dense or sparse.",
    )
    compatibility = word(
        "",
        "Another program whose discretization is reproduced where it differs by design; see "
        "docs/compatibility.",
        "exudyn",
    )
    displayComputationTime = switch(False, "Measure and print the time of each part of a run.")
    displayStatistics = switch(
        False, "Print counts of steps, iterations, factorizations and force evaluations."
    )
    compileUserFunctions = switch(
        True, "Compile user functions where possible; False calls all of them back."
    )
    compileSmallModels = switch(
        False,
        "Compile the steps of a small model into one function before the run, which takes seconds; "
        "later runs of models with the same structure find it in the cache.",
    )
    displayGlobalTimers = switch(
        True, "Print global timers.", "times are per run: displayComputationTime prints them"
    )
    outputPrecision = integer(
        6, "Significant digits of printed values.", DIGITS, no_effect="printing has its own format"
    )
    cleanUpMemory = switch(False, "Free memory.", "memory is freed together with the system")
    pauseAfterEachStep = switch(False, "Wait for a key after each step.", "runs do not pause")
