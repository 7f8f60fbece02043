"""Numbers of the cases of `spatial_models.py`: states at the end, and what a scheme gives by then.

`expected` are exact values: closed forms (elliptic functions, steady precession, oscillators,
prescribed motions), or integrations of order 8 with tolerance 1e-13 in maximal coordinates by
another code. `at_100_steps` are values of the discretization itself, generalized-alpha with 100
equal steps and spectral radius 0.9 in the coordinates of a kind of node, by another code to nine
decimals.
"""

from dataclasses import dataclass, field

CLOSED_FORM, INTEGRATION = "closed form", "integration of order 8, tolerance 1e-13"


@dataclass(frozen=True)
class Case:
    """A case: what its model has at the end.

    end -- time [s]; tolerance -- of `expected`, relative to values above 1
    steps -- so many, and twice as many, steps are extrapolated to a step size of zero
    expected -- name of an output -> its exact value
    at_100_steps -- kind of node -> name of an output -> its value after 100 steps
    """

    end: float
    tolerance: float
    steps: int
    source: str
    expected: dict[str, list[float]]
    at_100_steps: dict[str, dict[str, list[float]]] = field(default_factory=dict)


CASES = {
    "free_symmetric_top": Case(
        end=2.0, tolerance=1e-10, steps=2000, source=INTEGRATION,
        expected={
            "position1": [0.2, 0.4, 0.6],
            "rotationMatrix1": [
                0.0971875468479, -0.97660946545, -0.191803369969, 0.472173434052,
                -0.124404068524, 0.872683147488, -0.876131741757, -0.175378390141,
                0.449038518791,
            ],
            "angularVelocityLocal1": [-0.96788486048, -1.38719836062, 2.71824936405],
            "velocity1": [0.1, 0.2, 0.3],
        },
        at_100_steps={
            "EP": {
                "position1": [0.2, 0.4, 0.6],
                "angularVelocityLocal1": [-0.96736714522, -1.3875564863, 2.7182443694],
                "velocity1": [0.1, 0.2, 0.3],
            },
            "Rxyz": {
                "position1": [0.2, 0.4, 0.6],
                "angularVelocityLocal1": [-0.96976773699, -1.3858064899, 2.7182161895],
                "velocity1": [0.1, 0.2, 0.3],
            },
            "LG": {
                "position1": [0.2, 0.4, 0.6],
                "angularVelocityLocal1": [-0.96764784383, -1.3873615805, 2.718249364],
                "velocity1": [0.1, 0.2, 0.3],
            },
        },
    ),
    "free_intermediate_axis": Case(
        end=4.0, tolerance=1e-09, steps=2000, source=INTEGRATION,
        expected={
            "position1": [0.0, 0.0, 0.0],
            "rotationMatrix1": [
                0.80091110671, -0.381156539839, -0.46180200442, 0.211207811634,
                0.901491956243, -0.37776118532, 0.560296938643, 0.205016938245,
                0.802518159034,
            ],
            "angularVelocityLocal1": [1.3000740001, 2.7037395574, -0.750575869079],
            "velocity1": [0.0, 0.0, 0.0],
        },
        at_100_steps={
            "EP": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [1.3094113246, 2.698441014, -0.75688624904],
                "velocity1": [0.0, 0.0, 0.0],
            },
            "LG": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [1.303024632, 2.7019357444, -0.7522794723],
                "velocity1": [0.0, 0.0, 0.0],
            },
        },
    ),
    "free_full_inertia": Case(
        end=3.0, tolerance=1e-10, steps=2000, source=INTEGRATION,
        expected={
            "position1": [0.0, 0.0, 0.0],
            "rotationMatrix1": [
                -0.431167224962, -0.730269255324, 0.529907198335, 0.639856084663,
                -0.661553801629, -0.391063624582, 0.636143863476, 0.170450527367,
                0.752507543272,
            ],
            "angularVelocityLocal1": [-0.413270962151, -0.618356824526, 2.60294294494],
            "velocity1": [0.0, 0.0, 0.0],
        },
        at_100_steps={
            "EP": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [-0.41301674761, -0.61889344672, 2.6028294158],
                "velocity1": [0.0, 0.0, 0.0],
            },
            "Rxyz": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [-0.41439507456, -0.61759363524, 2.6029304979],
                "velocity1": [0.0, 0.0, 0.0],
            },
            "LG": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [-0.41315338933, -0.61853077581, 2.602902428],
                "velocity1": [0.0, 0.0, 0.0],
            },
        },
    ),
    "free_com_offset": Case(
        end=2.0, tolerance=1e-10, steps=4000, source=INTEGRATION,
        expected={
            "position1": [0.909252682918, 4.68988111829, -18.4714562377],
            "rotationMatrix1": [
                0.682819157048, -0.398233163024, 0.612509874726, 0.673652653102,
                0.667662832285, -0.316888695528, -0.282754490216, 0.628996574119,
                0.724163799157,
            ],
            "angularVelocityLocal1": [-1.34640234129, 1.8413040356, 2.94876249904],
            "velocity1": [0.362454522496, 0.252692258753, -19.5677774727],
            "center": [1.5, 4.6, -18.32],
        },
        at_100_steps={
            "EP": {
                "position1": [0.91109276282, 4.6903545425, -18.471616671],
                "angularVelocityLocal1": [-1.3413962181, 1.8440707791, 2.9496203231],
                "velocity1": [0.35979997722, 0.25399852051, -19.566223878],
                "center": [1.5016601876, 4.5995950149, -18.319982819],
            },
            "Rxyz": {
                "position1": [0.91030437328, 4.69197289, -18.470612456],
                "angularVelocityLocal1": [-1.3233661856, 1.8507221536, 2.9512442005],
                "velocity1": [0.34912183101, 0.25547578814, -19.562554088],
                "center": [1.5002107871, 4.5985711176, -18.318013204],
            },
            "LG": {
                "position1": [0.91169591735, 4.6894271484, -18.471186005],
                "angularVelocityLocal1": [-1.3458397991, 1.841621414, 2.9488739966],
                "velocity1": [0.3640115323, 0.25357745932, -19.565997412],
                "center": [1.5024038134, 4.5995966083, -18.319546117],
            },
        },
    ),
    "heavy_top_steady_precession": Case(
        end=1.0, tolerance=1e-08, steps=16000, source=CLOSED_FORM,
        expected={
            "rotationMatrix1": [
                -0.336638466991, 0.691762289546, -0.638857947673, -0.863808709189,
                -0.496948249503, -0.0829273853755, -0.37484537675, 0.52393451125,
                0.764842187284,
            ],
            "center": [-0.191657384302, -0.0248782156126, 0.229452656185],
            "angularVelocityLocal1": [-1.22599798538, 1.71362032215, 60.0],
            "force": [-2.05022135259, -0.266130360952, -9.81],
        },
        at_100_steps={
            "Rxyz": {
                "center": [-0.19165700763, -0.024766725961, 0.22946503156],
                "angularVelocityLocal1": [-1.2239352129, 1.7145279648, 60.000013037],
            },
        },
    ),
    "torque_body_fixed": Case(
        end=5.0, tolerance=1e-10, steps=8000, source=INTEGRATION,
        expected={
            "position1": [0.0, 0.0, 0.0],
            "rotationMatrix1": [
                -0.344309133968, 0.773707380905, 0.531815860048, -0.31554586288,
                -0.628864114076, 0.710605892494, 0.884240933618, 0.0768558049852,
                0.460663821626,
            ],
            "angularVelocityLocal1": [0.891278272189, 0.988061524418, 0.455383713392],
            "velocity1": [0.0, 0.0, 0.0],
        },
        at_100_steps={
            "EP": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.89110582584, 0.98756371649, 0.45569086046],
                "velocity1": [0.0, 0.0, 0.0],
            },
            "Rxyz": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.8957236952, 0.98575760836, 0.45718616097],
                "velocity1": [0.0, 0.0, 0.0],
            },
            "LG": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.89135206092, 0.98794128483, 0.45542024268],
                "velocity1": [0.0, 0.0, 0.0],
            },
        },
    ),
    "force_off_center": Case(
        end=1.5, tolerance=1e-09, steps=4000, source=INTEGRATION,
        expected={
            "position1": [2.8125, 1.125, -5.41125],
            "rotationMatrix1": [
                -0.241030603472, -0.501601455034, -0.830843082957, -0.887212151411,
                0.460889518331, -0.0208674454874, 0.393394009332, 0.732104386137,
                -0.556115384809,
            ],
            "angularVelocityLocal1": [-2.05402580646, 7.00600111058, 1.90823503513],
            "velocity1": [3.75, 1.5, -7.215],
        },
        at_100_steps={
            "EP": {
                "position1": [2.8125, 1.125, -5.41125],
                "angularVelocityLocal1": [-2.0457037754, 6.9983166732, 1.9099474428],
                "velocity1": [3.75, 1.5, -7.215],
            },
            "Rxyz": {
                "position1": [2.8125, 1.125, -5.41125],
                "angularVelocityLocal1": [-2.0031391625, 7.0278654052, 1.9030692329],
                "velocity1": [3.75, 1.5, -7.215],
            },
            "LG": {
                "position1": [2.8125, 1.125, -5.41125],
                "angularVelocityLocal1": [-2.0517551699, 7.0039810437, 1.9065342791],
                "velocity1": [3.75, 1.5, -7.215],
            },
        },
    ),
    "pendulum_revolute": Case(
        end=1.0, tolerance=1e-09, steps=2000, source=CLOSED_FORM,
        expected={
            "position1": [-0.499886659001, 0.1, -0.0106455696323],
            "rotationMatrix1": [
                -0.999773318002, 0.0, 0.0212911392645, 0.0, 1.0, 0.0,
                -0.0212911392645, 0.0, -0.999773318002,
            ],
            "angularVelocityLocal1": [0.0, 0.722609985028, 0.0],
            "velocity1": [-0.00769259491259, 0.0, 0.361223091177],
            "jointRotation": [0.0, 0.0, 3.12029990541],
            "jointAngularVelocity": [0.0, 0.0, 0.722609985028],
            "force": [-7.37417623768, -0.783070237521, 0.0],
            "torque": [0.0783070237521, -0.737417623768, 0.0],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.49988440493, 0.1, -0.010750893409],
                "angularVelocityLocal1": [0.0, 0.72616664247, 0.0],
                "velocity1": [-0.0076947790814, 0.0, 0.36300294586],
            },
            "Rxyz": {
                "position1": [-0.49988462429, 0.1, -0.010740688839],
                "angularVelocityLocal1": [0.0, 0.72582227366, 0.0],
                "velocity1": [-0.0076837296067, 0.0, 0.3628313398],
            },
            "LG": {
                "position1": [-0.49988462429, 0.1, -0.010740688839],
                "angularVelocityLocal1": [0.0, 0.72582227367, 0.0],
                "velocity1": [-0.0076837296067, 0.0, 0.3628313398],
            },
        },
    ),
    "double_pendulum_crossed_revolutes": Case(
        end=1.0, tolerance=1e-09, steps=2000, source=INTEGRATION,
        expected={
            "position1": [-0.443043889979, -0.231758735656, 0.0],
            "rotationMatrix1": [
                -0.886087779957, 0.463517471311, 0.0, -0.463517471311,
                -0.886087779957, 0.0, 0.0, 0.0, 1.0,
            ],
            "angularVelocityLocal1": [0.0, 0.0, -2.57487486196],
            "velocity1": [-0.596749742478, 1.14078257505, 0.0],
            "position2": [-1.31879983346, -0.689871565546, 0.107350373907],
            "rotationMatrix2": [
                -0.865424107002, 0.463517471311, 0.190243708985, -0.45270818847,
                -0.886087779957, 0.0995175477152, 0.214700747814, 0.0,
                0.976679880456,
            ],
            "angularVelocityLocal2": [-0.552827558389, -0.0904137971186, -2.51482847237],
            "velocity2": [-1.76773262405, 3.40024341881, 0.0441526682808],
            "force": [30.6361989816, 268.454826845, -21.853342595],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.44289017899, -0.23205234185, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, -2.5761958171],
                "position2": [-1.3183533415, -0.69075133024, 0.10729357631],
                "angularVelocityLocal2": [-0.5531204492, -0.094159720166, -2.5161166708],
            },
            "Rxyz": {
                "position1": [-0.44289218384, -0.23204851538, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, -2.576137125],
                "position2": [-1.3183608319, -0.69074073769, 0.1072857525],
                "angularVelocityLocal2": [-0.5534153763, -0.094555264829, -2.5161016717],
            },
            "LG": {
                "position1": [-0.44289205397, -0.23204876326, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, -2.5761455517],
                "position2": [-1.3183588017, -0.69074061439, 0.10729419848],
                "angularVelocityLocal2": [-0.55325348188, -0.093922124108, -2.5160353202],
            },
        },
    ),
    "double_pendulum_spherical_moving": Case(
        end=1.0, tolerance=1e-09, steps=4000, source=INTEGRATION,
        expected={
            "position1": [-0.468116518806, -0.170937857985, 0.0405853856496],
            "rotationMatrix1": [
                -0.936233037612, 0.350344577164, 0.0269513735243, -0.34187571597,
                -0.925945199515, 0.160457104315, 0.0811707712993, 0.141011222059,
                0.986674789959,
            ],
            "angularVelocityLocal1": [1.63749294655, -1.07696882619, -2.50510281285],
            "velocity1": [-0.424311698306, 1.24619761157, 0.354685190674],
            "position2": [-1.36932005051, -0.591349000119, 0.0952675708349],
            "rotationMatrix2": [
                -0.866174025791, -0.25126148749, 0.431984052888, -0.498946568299,
                0.386036077214, -0.77590493559, 0.0281935990713, -0.887605662439,
                -0.459740480029,
            ],
            "angularVelocityLocal2": [-3.03467685557, 1.60833281982, -2.37780457896],
            "velocity2": [-0.897285103825, 2.6573927336, 2.13435463689],
            "force": [-368.622739988, -180.18515389, 17.7090288185],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.46779180989, -0.17177396226, 0.040798633421],
                "angularVelocityLocal1": [1.6367015934, -1.0838902446, -2.5154374663],
                "position2": [-1.3692229724, -0.59210989828, 0.094782754421],
                "angularVelocityLocal2": [-3.0325214105, 1.5833620098, -2.3772245225],
            },
            "Rxyz": {
                "position1": [-0.46777334701, -0.17181024082, 0.040857520451],
                "angularVelocityLocal1": [1.6369783614, -1.0837694371, -2.5144331113],
                "position2": [-1.3692164284, -0.59213629611, 0.094770745624],
                "angularVelocityLocal2": [-3.0311921405, 1.5833355858, -2.3779120546],
            },
            "LG": {
                "position1": [-0.46781181571, -0.17172180001, 0.040788827918],
                "angularVelocityLocal1": [1.6372149508, -1.0836101556, -2.5146816293],
                "position2": [-1.3692239695, -0.59207312402, 0.094772603816],
                "angularVelocityLocal2": [-3.0326044878, 1.5850502484, -2.3768072569],
            },
        },
    ),
    "driven_generic_joint": Case(
        end=1.0, tolerance=1e-09, steps=256, source=CLOSED_FORM,
        expected={
            "position1": [0.3, -0.1, 0.2],
            "rotationMatrix1": [
                0.921060994003, -0.389418342309, 0.0, 0.389418342309,
                0.921060994003, 0.0, 0.0, 0.0, 1.0,
            ],
            "angularVelocityLocal1": [0.0, 0.0, 1.2],
            "velocity1": [0.9, -0.3, 0.8],
            "force": [-3.6, 1.2, -4.8],
            "torque": [0.0, 0.0, -0.96],
        },
        at_100_steps={
            "EP": {
                "position1": [0.3, -0.1, 0.2],
                "angularVelocityLocal1": [0.0, 0.0, 1.1999834666],
            },
            "Rxyz": {
                "position1": [0.3, -0.1, 0.2],
                "angularVelocityLocal1": [0.0, 0.0, 1.1999798399],
            },
        },
    ),
    "driven_generic_joint_jerk_start": Case(
        end=1.0, tolerance=1e-08, steps=256, source=CLOSED_FORM,
        expected={
            "position1": [0.39799849932, 0.0, 0.0],
            "velocity1": [0.0846720048359, 0.0, 0.0],
            "rotation1": [0.0, 0.0, 0.708073418274],
            "force": [3.56397298776, 0.0, 0.0],
            "torque": [0.0, 0.0, 0.332917469238],
        },
    ),
    "spherical_chain_of_five": Case(
        end=0.8, tolerance=1e-08, steps=32000, source=INTEGRATION,
        expected={
            "position5": [-0.933707303951, -0.143178696439, -1.40458301207],
            "rotationMatrix5": [
                -0.911624513694, 0.0416824692099, 0.408905022949, -0.0416824692099,
                0.980340382701, -0.192860845708, -0.408905022949, -0.192860845708,
                -0.891964896394,
            ],
            "angularVelocityLocal5": [0.0, -0.505333330335, 0.0515120622156],
            "velocity5": [-5.31214776654, 0.287378663003, 2.81918468406],
            "tip": [-1.11603220669, -0.151515190281, -1.48636401665],
            "force": [-24.4467795219, -9.46654372871, -92.8667939786],
        },
        at_100_steps={
            "EP": {
                "position5": [-0.93245874633, -0.14311961755, -1.4040034482],
                "angularVelocityLocal5": [0.0, -0.44568926631, 0.045432137239],
            },
            "LG": {
                "position5": [-0.93247763042, -0.14313270125, -1.4041317993],
                "angularVelocityLocal5": [0.0, -0.43972341493, 0.044823997444],
            },
        },
    ),
    "four_bar_closed_loop": Case(
        end=1.0, tolerance=1e-09, steps=8000, source=INTEGRATION,
        expected={
            "position1": [-0.115160611324, -0.215601588457, -0.0524784589524],
            "rotationMatrix1": [
                -0.460642445297, 0.836944648734, 0.295520206661, -0.86240635383,
                -0.343296183457, -0.372025551942, -0.209913835809, -0.42622926387,
                0.879923176281,
            ],
            "angularVelocityLocal1": [0.0, 0.0, 0.0501693226698],
            "velocity1": [0.0104972365348, -0.00430573424979, -0.0053459083676],
            "position2": [0.133120446701, -0.264639150764, -0.156595839003],
            "rotationMatrix2": [
                0.90158781993, -0.315922791848, 0.295520206661, 0.413194495516,
                0.83118427414, -0.372025551942, -0.128100397459, 0.45752102904,
                0.879923176281,
            ],
            "angularVelocityLocal2": [0.0, 0.0, -3.53800987649],
            "velocity2": [0.471569048598, -1.19406092378, -0.663216258702],
            "position3": [0.725949302589, 0.00850293219233, -0.240213447699],
            "rotationMatrix3": [
                0.899730569477, -0.321173955673, 0.295520206661, 0.41803353182,
                0.828761096442, -0.372025551942, -0.125430732365, 0.458260117424,
                0.879923176281,
            ],
            "angularVelocityLocal3": [0.0, 0.0, 5.63081907519],
            "velocity3": [0.461071812063, -1.18975518953, -0.657870350334],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.11516318048, -0.21560053463, -0.052477150553],
                "angularVelocityLocal1": [0.0, 0.0, -0.014497414862],
                "position2": [0.13268803251, -0.26351915132, -0.15597708551],
                "angularVelocityLocal2": [0.0, 0.0, -3.5555851507],
                "position3": [0.72551945755, 0.0096218778052, -0.2395960026],
                "angularVelocityLocal3": [0.0, 0.0, 5.6106098522],
            },
            "Rxyz": {
                "position1": [-0.11516324163, -0.21560050954, -0.052477119414],
                "angularVelocityLocal1": [0.0, 0.0, -0.013513606748],
                "position2": [0.1326935795, -0.26353385263, -0.15598516406],
                "angularVelocityLocal2": [0.0, 0.0, -3.5551184664],
                "position3": [0.72552506569, 0.0096071514159, -0.2396041123],
                "angularVelocityLocal3": [0.0, 0.0, 5.6103639345],
            },
        },
    ),
    "initial_rotation_and_spin": Case(
        end=1.0, tolerance=1e-10, steps=2000, source=INTEGRATION,
        expected={
            "position1": [0.0, 0.0, 0.0],
            "rotationMatrix1": [
                -0.842114594918, 0.117402783558, -0.526364508149, -0.516945225824,
                0.102361975263, 0.849876261298, 0.153657549519, 0.987794823044,
                -0.0255097048743,
            ],
            "angularVelocityLocal1": [0.319040699263, 3.33110840058, 0.425538879717],
            "velocity1": [0.0, 0.0, 0.0],
        },
    ),
    "body_on_spring_dampers": Case(
        end=1.0, tolerance=1e-09, steps=2000, source=INTEGRATION,
        expected={
            "position1": [-0.02018255707, -0.3925719299, -0.343807812141],
            "rotationMatrix1": [
                0.997408511786, 0.0446266687403, -0.0564333328219, 0.0372003330587,
                0.351504151665, 0.935446934135, 0.061582431233, -0.935122073207,
                0.348933105859,
            ],
            "angularVelocityLocal1": [-2.58112845285, 0.290681713943, -0.304147500245],
            "velocity1": [0.0803124787963, 0.285468820471, -0.43339127634],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.020127078549, -0.39227220406, -0.34366621399],
                "angularVelocityLocal1": [-2.5767576354, 0.29151949307, -0.30631455096],
            },
            "Rxyz": {
                "position1": [-0.020126246278, -0.39227107763, -0.34366950269],
                "angularVelocityLocal1": [-2.5767466492, 0.29122682442, -0.3070493173],
            },
            "LG": {
                "position1": [-0.020124888636, -0.3922682118, -0.34367023979],
                "angularVelocityLocal1": [-2.5767029796, 0.29144838796, -0.30627743171],
            },
        },
    ),
    "arm_with_slider": Case(
        end=1.0, tolerance=1e-09, steps=2000, source=INTEGRATION,
        expected={
            "position1": [0.0, 0.0, 0.0],
            "rotationMatrix1": [
                -0.992192625072, -0.124714853774, 0.0, 0.124714853774,
                -0.992192625072, 0.0, 0.0, 0.0, 1.0,
            ],
            "angularVelocityLocal1": [0.0, 0.0, 3.022897663],
            "velocity1": [0.0, 0.0, 0.0],
            "position2": [-0.402874662755, -0.0501470622617, 0.0],
            "rotationMatrix2": [
                -0.992192625072, -0.124714853774, 0.0, 0.124714853774,
                -0.992192625072, 0.0, 0.0, 0.0, 1.0,
            ],
            "angularVelocityLocal2": [0.0, 0.0, 3.022897663],
            "velocity2": [0.159198576397, -1.21880531648, 0.0],
            "force": [0.0, 0.940613422165, -9.81],
            "displacement": [-0.00652481432281, 0.0, 0.0],
            "springForce": [3.46267682628],
        },
        at_100_steps={
            "EP": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, 3.02282067],
                "position2": [-0.40289101958, -0.050101691405, 0.0],
                "angularVelocityLocal2": [0.0, 0.0, 3.02282067],
            },
            "Rxyz": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, 3.0228026205],
                "position2": [-0.40289093544, -0.050117734462, 0.0],
                "angularVelocityLocal2": [0.0, 0.0, 3.0228026205],
            },
            "LG": {
                "position1": [0.0, 0.0, 0.0],
                "angularVelocityLocal1": [0.0, 0.0, 3.0228026205],
                "position2": [-0.40289093544, -0.050117734462, 0.0],
                "angularVelocityLocal2": [0.0, 0.0, 3.0228026205],
            },
        },
    ),
    "linear_spring_on_slide": Case(
        end=1.2, tolerance=1e-10, steps=2000, source=CLOSED_FORM,
        expected={
            "position1": [-0.0682989516352, -0.0341494758176, -0.0682989516352],
            "velocity1": [0.302055140285, 0.151027570143, 0.302055140285],
            "springForce": [-6.742797307],
            "springDisplacement": [-0.102448427453],
        },
        at_100_steps={
            "EP": {
                "position1": [-0.068386009031, -0.034193004515, -0.068386009031],
            },
            "Rxyz": {
                "position1": [-0.068386009031, -0.034193004515, -0.068386009031],
            },
            "LG": {
                "position1": [-0.068386009031, -0.034193004515, -0.068386009031],
            },
        },
    ),
    "torsional_spring_many_turns": Case(
        end=0.8, tolerance=1e-09, steps=12000, source=CLOSED_FORM,
        expected={
            "angle": [5.99233304332],
            "angleRate": [-9.24382653827],
            "springTorque": [11.0602834328],
            "rotationMatrix1": [
                0.962666507362, 0.200512571679, -0.181845825361, -0.181845825361,
                0.976666567102, 0.114256345579, 0.200512571679, -0.0769228529412,
                0.976666567102,
            ],
            "angularVelocityLocal1": [-3.08127551276, -6.16255102551, -6.16255102551],
        },
        at_100_steps={
            "EP": {
                "angle": [6.003820818],
                "angularVelocityLocal1": [-3.0780292586, -6.1560585171, -6.1560585171],
            },
        },
    ),
    "rotation_coordinate_spring": Case(
        end=1.0, tolerance=1e-09, steps=2000, source=CLOSED_FORM,
        expected={
            "rotation1": [0.0, 0.0, -0.299645973359],
            "angularVelocityLocal1": [0.0, 0.0, 0.507394599277],
        },
        at_100_steps={
            "EP": {
                "angularVelocityLocal1": [0.0, 0.0, 0.50587510107],
            },
            "Rxyz": {
                "angularVelocityLocal1": [0.0, 0.0, 0.50593500983],
            },
            "LG": {
                "angularVelocityLocal1": [0.0, 0.0, 0.50593500983],
            },
        },
    ),
    "bushing_decoupled": Case(
        end=1.3, tolerance=1e-10, steps=2000, source=CLOSED_FORM,
        expected={
            "position1": [0.154759600003, 0.0458510772789, -0.022086366393],
            "velocity1": [-0.18655393815, 0.14518646084, 0.04685166713],
            "rotation1": [0.0, 0.0, 0.40065397565],
            "angularVelocityLocal1": [0.0, 0.0, -0.682602977597],
            "springForce": [0.763455224767, 0.825319391021, -0.706763724576],
            "springTorque": [0.0, 0.0, 3.19828592124],
        },
        at_100_steps={
            "EP": {
                "position1": [0.15477479816, 0.045826783046, -0.022100177182],
                "angularVelocityLocal1": [0.0, 0.0, -0.68253162291],
            },
            "Rxyz": {
                "position1": [0.15477479816, 0.045826783046, -0.022100177182],
                "angularVelocityLocal1": [0.0, 0.0, -0.68253413588],
            },
            "LG": {
                "position1": [0.15477479816, 0.045826783046, -0.022100177182],
                "angularVelocityLocal1": [0.0, 0.0, -0.68253413588],
            },
        },
    ),
    "bushing_coupled": Case(
        end=1.0, tolerance=1e-09, steps=4000, source=INTEGRATION,
        expected={
            "position1": [0.0279508186264, 0.0135311450175, -0.0870479483278],
            "rotationMatrix1": [
                0.995297233245, 0.0240933083189, -0.0938239307915, -0.0272717537388,
                0.999091660933, -0.0327430069327, 0.0929498194884, 0.0351477673436,
                0.995050232656,
            ],
            "angularVelocityLocal1": [0.517999111773, -0.210174795891, -0.540100881634],
            "velocity1": [0.177279194471, 0.0276717696261, -0.588608438174],
            "springForce": [-1.81255602237, 1.68420563031, -12.4955415808],
            "springTorque": [-0.654121515576, -2.45379951918, -1.59526576161],
            "springRotation": [0.0328940143109, -0.0939621332073, -0.0242024222051],
            "springDisplacement": [-0.0111980108136, 0.0112602610562, -0.0644482309613],
        },
        at_100_steps={
            "EP": {
                "position1": [0.027867212194, 0.013559197764, -0.086773259849],
                "angularVelocityLocal1": [0.51482924772, -0.21041788895, -0.5414865506],
            },
            "Rxyz": {
                "position1": [0.027873222421, 0.013565593666, -0.08676453187],
                "angularVelocityLocal1": [0.51463277486, -0.21027715713, -0.54117782419],
            },
        },
    ),
    "bushing_intrinsic": Case(
        end=1.0, tolerance=1e-08, steps=4000, source=INTEGRATION,
        expected={
            "position1": [0.039604225362, 0.023303734817, -0.098570593994],
            "angularVelocityLocal1": [0.4177840126, -0.2087052646, -0.6056414249],
        },
    ),
    "rolling_disc_torque": Case(
        end=1.0, tolerance=1e-10, steps=1000, source=CLOSED_FORM,
        expected={
            "position1": [0.0, 0.333333333333, 0.2],
            "velocity1": [0.0, 0.666666666667, 0.0],
            "angularVelocityLocal1": [-3.33333333333, 0.0, 0.0],
            "force": [0.0, -2.0, 29.43],
        },
        at_100_steps={
            "EP": {
                "position1": [0.0, 0.33332942204, 0.2],
                "angularVelocityLocal1": [-3.3332551141, 0.0, 0.0],
            },
        },
    ),
    "rolling_disc_penalty_sliding": Case(
        end=0.4, tolerance=1e-07, steps=2000, source=CLOSED_FORM,
        expected={
            "position1": [0.0, 1.36456, 0.19985285],
            "velocity1": [0.0, 2.8228, 0.0],
            "angularVelocityLocal1": [-11.772, 0.0, 0.0],
            "force": [0.0, 8.829, 29.43],
        },
    ),
}  # fmt: skip
