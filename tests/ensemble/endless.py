"""An ensemble in processes whose user function never ends, which a test interrupts."""

import threading
import time
import warnings

import linkwork as exu
from tests.api.models import make_settings, mass_on_spring


def law(mbs, t, itemNumber, deltaL, deltaL_t, stiffness, damping, force):
    if mbs is not None and stiffness > 100.0:
        print("inside", flush=True)
        while True:
            pass
    return stiffness * deltaL


def tell_of_ctrl_c():
    """Print a line when the first Ctrl-C has been noted."""
    while not any(thread.name == "interrupting" for thread in threading.enumerate()):
        time.sleep(0.01)
    print("noted", flush=True)


def main():
    warnings.simplefilter("ignore")
    threading.Thread(target=tell_of_ctrl_c, daemon=True).start()
    ensemble = exu.Ensemble(mass_on_spring(springForceUserFunction=law).mbs)
    ensemble.vary("spring.stiffness", [80.0, 120.0]).record(["sensor"], times=2)
    try:
        ensemble.solve(
            make_settings(0.1, 10), scheduler="processes", threads=1, chunk=1, progress=False
        )
    except KeyboardInterrupt:
        print("interrupted", ensemble.result.done.tolist(), flush=True)


if __name__ == "__main__":
    main()
