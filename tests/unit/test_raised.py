"""Exceptions that stop: those of handlers of signals, and those that are no Exceptions."""

import functools
import signal

import pytest

from linkwork.core.errors import UserFunctionError
from linkwork.core.kernels.raised import raised, stops


def too_long(number, frame, text="too long"):
    raise TimeoutError(text)


class Handler:
    def __call__(self, number, frame):
        raise TimeoutError("too long")

    def method(self, number, frame):
        raise TimeoutError("too long")


@pytest.fixture(autouse=True)
def nothing_left():
    before = signal.getsignal(signal.SIGTERM)
    raised.clear()
    yield
    raised.clear()
    signal.signal(signal.SIGTERM, before)


def caught(function, *arguments):
    """The exception that a call raises."""
    try:
        function(*arguments)
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    "handler",
    [
        too_long,
        functools.partial(too_long, text="more"),
        functools.partial(Handler().method),
        Handler(),
        Handler().method,
        lambda number, frame: too_long(number, frame),
    ],
)
def test_exceptions_of_handlers_stop(handler):
    signal.signal(signal.SIGTERM, handler)
    error = caught(signal.raise_signal, signal.SIGTERM)
    assert type(error) is TimeoutError and stops(error)
    assert stops(UserFunctionError("outer", UserFunctionError("inner", error)))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert not stops(error)


def test_other_exceptions_do_not_stop():
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    assert not stops(caught(too_long, 0, None))
    assert not stops(UserFunctionError("owner", ValueError("no value")))
    assert stops(KeyboardInterrupt()) and stops(SystemExit(1)) and stops(GeneratorExit())


def test_the_exception_that_stops_comes_first():
    first, interrupt = ValueError("no value"), KeyboardInterrupt()
    for error in (first, interrupt, SystemExit()):
        raised.append(error)
    assert raised.is_barred and raised.take() is interrupt
    assert not raised and not raised.is_barred
    raised.append(first)
    assert not raised.is_barred and raised.take() is first


def test_only_exceptions_that_stop_are_not_ignored():
    raised.append(ValueError("no value"))
    raised.ignore()
    assert not raised
    raised.append(ValueError("no value"))
    raised.append(KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        raised.ignore()
    assert not raised and not raised.is_barred


def test_functions_are_not_called_until_the_end_of_a_run():
    with raised.in_run():
        with raised.in_run():
            raised.append(SystemExit())
            assert type(raised.take()) is SystemExit and raised.is_barred
        assert not raised.is_barred
        raised.bar()
        assert raised.is_barred
    assert not raised.is_barred
    raised.bar()
    assert not raised.is_barred
