"""Tutorial, installation and pages for those who know other programs: their programs run, print
what the pages say, and agree with closed forms and independent integrations."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp

import linkwork as exu
from docs.generator import tutorial
from docs.generator.__main__ import ROOT, START, write
from docs.generator.players import EMBEDDED, write_player
from docs.generator.tutorial import INK, PAPER, darken, parts, program_of, steps, text_of

DOCS = ROOT / "docs"
OTHERS = [DOCS / "installation.md", *sorted(DOCS.glob("coming-from-*.md"))]
NUMBER = re.compile(r"[-+]?\d+(?:\.(\d*))?(?:e([-+]\d+))?")
g = 9.81


def differs(printed, shown):
    """The first line of a text that is not as shown; numbers may differ by a last digit."""
    lines, wanted = printed.splitlines(), shown.splitlines()
    for line, other in zip(lines, wanted, strict=False):
        if NUMBER.sub("#", line).split() != NUMBER.sub("#", other).split():
            return line
        for a, b in zip(NUMBER.finditer(line), NUMBER.finditer(other), strict=True):
            unit = 10.0 ** (int(b[2] or 0) - len(b[1] or ""))
            exact = b[1] is None and b[2] is None
            if abs(float(a[0]) - float(b[0])) > (0.0 if exact else 1.01 * unit):
                return line
    return "" if len(lines) == len(wanted) else f"{len(lines)} lines"


@cache
def run(page):
    """Variables of a page after all of its programs, and what is wrong with what they print."""
    wrong, names, shown = [], {}, []
    for part, names, printed in steps(page):  # noqa: B007 - the last ones are kept
        if part.word == "program":
            if fault := differs(printed, part.title):
                wrong.append(fault)
        elif part.word == "file":
            shown.append(Path(part.value).stat().st_size > 1000)
        else:
            kind = exu.Solution if part.word == "player" else Figure
            shown.append(isinstance(names[part.value], kind))
    return names, wrong, shown


def variables(number):
    return run(tutorial.PAGES[number - 1])[0]


@pytest.mark.parametrize("page", [*tutorial.PAGES, *OTHERS], ids=lambda page: page.stem)
def test_programs_run_and_print_what_the_page_shows(page):
    names, wrong, shown = run(page)
    assert names and wrong == [] and all(shown)


def test_a_wrong_number_is_noticed():
    assert differs("0.15 mm\n", "0.15 mm\n") == ""
    assert differs("0.16 mm\n", "0.15 mm\n") == ""
    assert differs("0.17 mm\n", "0.15 mm\n") == "0.17 mm"
    assert differs("3.9e-11 m\n", "3.7e-11 m\n") == "3.9e-11 m"
    assert differs("9 of 10\n", "9 of 11\n") == "9 of 10"
    assert differs("0.15 m\n", "0.15 mm\n") == "0.15 m"
    assert differs("a\n", "a\nb\n") == "1 lines"


def test_there_are_six_steps_with_players_and_ends_that_lead_on():
    assert len(tutorial.PAGES) == 6
    for k, page in enumerate(tutorial.PAGES, start=1):
        text = page.read_text()
        assert text.startswith(f"# {k}. ")
        assert f"]({page.name})" in (tutorial.FOLDER / "index.md").read_text()
        words = [part.word for part in parts(page)]
        assert words.count("program") >= 5 and "picture" in words
        end = text.rpartition("\n\n")[2]
        assert "](../" in end
        if k < 6:
            assert f"Next: [{k + 1}. " in end and tutorial.PAGES[k].name in end
    assert sum(part.word == "player" for page in tutorial.PAGES for part in parts(page)) >= 5


# ---------------------------------------------------------------- the physics of the steps


def test_step_1_oscillates_as_the_closed_form():
    names = variables(1)
    assert np.abs(names["y"] - names["exact"]).max() < 2e-4
    assert names["height"] == pytest.approx(-1 - g / 100, abs=1e-9)
    force = names["solution"].sensor("force")
    wanted = 100 * (names["y"] + 1)  # without damper
    assert np.abs(force[:, 2] - wanted).max() < 1.05 * 0.98  # d v, v up to 0.98 m/s


def test_step_2_keeps_its_energy_and_its_bearing_carries_the_forces():
    """The force of the ground on the whole is the change of its momentum without the weight."""
    names = variables(2)
    solution = names["solution"]
    energy = solution.energy()
    assert energy.error < 1e-3 and np.degrees(names["phi"].min()) == pytest.approx(-240, abs=0.02)
    masses = np.array([0.5, 0.3, 0.2])
    times = names["solution"].sensor("bearing")[:, 0]
    rows = np.isin(times.round(6), solution.times.round(6))
    pull = masses @ solution.accelerations[:, ::3].T  # along x: bearing alone, the guide is smooth
    bearing = -names["fx"][rows]
    assert np.abs(bearing - pull)[5:].max() < 0.02 * names["largest"]


def quarter_car(damping, height, load, end):
    """Displacements from the equilibrium of car and wheel at the end, by SciPy."""

    def motion(t, s):
        strut = 20e3 * (s[0] - s[1]) + damping * (s[2] - s[3])
        tire = 180e3 * (s[1] - height(t)) - 340 * g  # with the weight that it carries
        tire = min(tire, 0.0) + 340 * g
        return [s[2], s[3], (load(t) - strut) / 300, (strut - tire) / 40]

    return solve_ivp(motion, (0, end), [0, 0, 0, 0], rtol=1e-8, atol=1e-10, max_step=2e-3)


def test_step_3_gives_what_scipy_gives():
    names = variables(3)
    assert names["y"][0] == pytest.approx(-340 * g / 180e3 - 300 * g / 20e3, rel=1e-9)
    table = [0, 0.3, 1.3, 1.6], [0, -80 * g, -80 * g, 0]
    other = quarter_car(1500, lambda t: 0.0, lambda t: np.interp(t, *table), 4.0)
    error = np.interp(names["t"], other.t, other.y[0]) - (names["y"] - names["y"][0])
    assert np.abs(error).max() < 2e-5
    program = names["figure"].axes[0].lines[0].get_ydata()  # of the car over the bump
    bump = names["times"], names["heights"]
    other = quarter_car(1500, lambda t: np.interp(t, *bump), lambda t: 0.0, 4.0)
    assert program.max() - program[0] == pytest.approx(other.y[0].max(), abs=1e-4)


def test_step_4_precesses_as_the_integrals_of_motion_say():
    """The mean over whole nods; see examples/gyroscope.py for the formulas."""
    names = variables(4)
    inertia, spin, tilt = names["inertia"], names["spin"], 0.5
    J1, J3 = inertia.Inertia()[0, 0], inertia.Inertia()[2, 2]
    weight = inertia.Mass() * g * inertia.COM()[2]
    k, u0 = (J3 * spin) ** 2 / (2 * J1 * weight), np.cos(tilt)
    u2, u3 = k / 2 + np.array([-1, 1]) * np.sqrt(k * k / 4 - k * u0 + 1)
    u = (u0 + u2) / 2 + (u0 - u2) / 2 * np.cos(np.pi * (np.arange(40) + 0.5) / 40)
    slowness = 2 * np.pi / 40 / np.sqrt(2 * weight / J1 * (u3 - u))
    mean = (slowness * J3 * spin * (u0 - u) / (J1 * (1 - u * u))).sum() / slowness.sum()
    assert names["rate"] == pytest.approx(mean, rel=0.02)
    assert mean / names["estimate"] == pytest.approx(1.07, abs=0.02)
    assert names["z"].min() == pytest.approx(0.25 * u2, abs=2e-5)


def test_step_5_converges_with_the_order_of_the_solvers():
    names = variables(5)
    ratios = names["errors"][:-1] / names["errors"][1:]
    assert ratios[1:, 0] == pytest.approx(4, rel=0.03) and ratios[1:, 1] == pytest.approx(
        16, rel=0.1
    )
    assert names["energy"].kinetic.max() == pytest.approx(g, abs=1e-3)


def test_step_6_finds_the_damping_that_scipy_finds():
    names = variables(6)

    def bump(t):
        s = (t - 0.1) / 0.2
        return 0.025 * (1 - np.cos(2 * np.pi * s)) if 0 < s < 1 else 0.0

    def discomfort(damping):
        times = np.linspace(0, 2, 1001)
        other = solve_ivp(
            lambda t, s: [
                *s[2:],
                -(20e3 * (s[0] - s[1]) + damping * (s[2] - s[3])) / 300,
                (20e3 * (s[0] - s[1]) + damping * (s[2] - s[3]) - 180e3 * (s[1] - bump(t))) / 40,
            ],
            (0, 2), [0, 0, 0, 0], t_eval=times, rtol=1e-8, atol=1e-10, max_step=5e-3,
        )  # fmt: skip
        s = other.y
        force = 20e3 * (s[0] - s[1]) + damping * (s[2] - s[3])
        return np.sqrt(np.mean((force / 300) ** 2))

    best = names["best"]
    assert best.fun == pytest.approx(discomfort(best.x), rel=2e-3)
    assert discomfort(0.8 * best.x) > best.fun < discomfort(1.25 * best.x)
    assert names["active"] < 0.6 * best.fun


# ---------------------------------------------------------------- the built pages


def test_built_pages_have_all_steps_and_no_marks(tmp_path):
    write(tmp_path)
    for page in tutorial.PAGES:
        text = (tmp_path / "tutorial" / page.name).read_text()
        assert "<!--" not in text
        assert f"<{page.stem}.py>`" in text.split("\n\n")[1]
        for part in parts(page):
            if part.word == "player":
                assert f'src="../players/{part.name}.html"' in text
            elif part.word == "picture":
                assert f"images/{part.name}.svg" in text and f"{part.name}-dark.svg" in text
    assert "\n6-many-runs\n" in (tmp_path / "tutorial" / "index.md").read_text()
    front = (tmp_path / "index.md").read_text()
    for word in (*START, "pip install", "SolveDynamic().show()", ".html#play", "Guides", "Inside"):
        assert word in front


def test_what_the_package_lacks_is_left_out(tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    rest = "## One\n\n```python\nfly()\n```\n\n## Two\n"
    page.write_text(f"# Page\n\n<!-- needs: Solution.fly -->\n\n{rest}")
    assert text_of(page).endswith("<page.py>`\n\n## Two\n") and list(parts(page)) == []
    monkeypatch.setattr(exu.Solution, "fly", 0, raising=False)
    assert text_of(page).endswith(rest) and program_of(page) == "# Page\n\nfly()\n"


def test_pictures_have_a_dark_form():
    figure = Figure()
    axes = figure.add_subplot(title="t", xlabel="x")
    (black,) = axes.plot([0, 1], color="black", label="a")
    (blue,) = axes.plot([0, 1], color="#1f77b4", label="b")
    axes.legend()
    darken(figure)
    assert figure.get_facecolor() != (1, 1, 1, 1) and axes.title.get_color() == INK
    assert black.get_color() == INK and blue.get_color() == "#1f77b4"
    assert axes.get_legend().get_frame().get_facecolor()[:3] == pytest.approx(
        [int(PAPER[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    )


def test_player_pages_listen_to_the_page_around_them(tmp_path):
    solution = variables(1)["solution"]
    path = write_player(solution, tmp_path, "mass", "A mass")
    text = path.read_text(encoding="utf-8")
    assert path == tmp_path / "_players" / "players" / "mass.html"
    assert text.count(EMBEDDED) == 1 and text.endswith(f"{EMBEDDED}</body>\n</html>\n")


def test_versions_in_files_are_that_of_the_package():
    assert f"\nversion: {exu.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    text = (DOCS / "installation.md").read_text()
    assert f"build/docs/{exu.__version__}" in text and f"{{{exu.__version__}}}" in text
