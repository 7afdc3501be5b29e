"""The types of the package name the fields of the contract, no more and no fewer."""

from __future__ import annotations

from typing import Any

import pytest

import imagesearch
from case_server import CONTRACT

NAMES = ["Filters", "Rights", "Signals", "Duplicate", "Result", "Asset", "SearchAnswer", "Usage", "Pricing", "Collection", "Readiness", "Fault", "Use", "Usable"]


@pytest.mark.parametrize("name", NAMES)
def test_fields(name: str) -> None:
    schema: dict[str, Any] = CONTRACT["components"]["schemas"][name]
    shape = getattr(imagesearch, name)
    assert set(shape.__annotations__) | _inherited(shape) == set(schema["properties"])
    if name not in ("Filters", "Use"):
        assert shape.__required_keys__ == set(schema.get("required", []))


def _inherited(shape: Any) -> set[str]:
    return set(shape.__required_keys__) | set(shape.__optional_keys__)
