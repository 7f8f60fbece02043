"""Many runs of one model: what varies, what is recorded, where members run, what comes out.

`Ensemble` (ensemble.py) collects what varies (design.py, sampling.py) and what is recorded
(recorded.py). A scheduler (schedulers.py) runs members in chunks, a store (store.py) keeps them on
disk, and an `EnsembleResult` (result.py) holds the numbers.
"""
