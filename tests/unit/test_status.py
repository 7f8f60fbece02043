"""What a status says."""

from types import SimpleNamespace

import pytest

from linkwork.core import status as module
from linkwork.core.status import NEWTON_FAILED, TEXTS, USER_FUNCTION, ZERO_LENGTH, fail, failure_of


class Named(SimpleNamespace):
    def label(self, number):
        return f"{self.kind} {number}"


ITEMS = {family: [Named(kind=family)] * 3 for family in ("object", "load")}


def test_an_item_with_its_text():
    found = failure_of(fail(ZERO_LENGTH, 2))
    assert (found.code, found.number, found.text) == (ZERO_LENGTH, 2, TEXTS[ZERO_LENGTH])
    assert found.names_item and found.label(ITEMS) == "object 2"


def test_own_failures_of_loads(monkeypatch):
    monkeypatch.setattr(module, "TEXTS", {})
    monkeypatch.setattr(module, "FAMILIES", {})
    code = module.failure("too hot; cool it", family="load")
    found = failure_of(fail(code, 0))
    assert found.text == "too hot; cool it" and found.label(ITEMS) == "load 0"


def test_user_functions_of_all_families_have_one_code():
    found = failure_of(fail(USER_FUNCTION, 1))
    assert found.number == 1 and not found.names_item


@pytest.mark.parametrize("status", [NEWTON_FAILED, -1, 250])
def test_no_item(status):
    found = failure_of(status)
    assert found.number is None and not found.names_item
    assert found.text == TEXTS.get(status, f"internal status {status}")
