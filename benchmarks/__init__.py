"""Side-by-side benchmarks: the same model code run with Linkwork and with the peer."""
