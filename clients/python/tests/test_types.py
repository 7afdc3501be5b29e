"""The types of the package name the fields of the contract, no more and no fewer."""

from __future__ import annotations

from typing import Any

import pytest

import imagesearch
from case_server import CONTRACT

NAMES = ["Filters", "Rights", "Signals", "Duplicate", "Result", "Asset", "SearchAnswer", "Usage", "Pricing", "Collection", "Readiness", "Fault", "Use", "Usable", "Edit", "UsageByDay", "Key", "Keys", "IssuedKey"]


@pytest.mark.parametrize("name", NAMES)
def test_fields(name: str) -> None:
    schema: dict[str, Any] = CONTRACT["components"]["schemas"][name]
    shape = getattr(imagesearch, name)
    assert set(shape.__annotations__) | _inherited(shape) == set(schema["properties"])
    if name not in ("Filters", "Use", "Edit"):
        assert shape.__required_keys__ == set(schema.get("required", []))


def test_new_key() -> None:
    schema = CONTRACT["components"]["schemas"]["NewKey"]
    assert _inherited(imagesearch.NewKey) == set(schema["properties"])
    assert imagesearch.NewKey.__required_keys__ == set(schema["required"])


def test_upload_facts() -> None:
    wanted = set(CONTRACT["components"]["schemas"]["Upload"]["properties"]) - {"image_base64"}
    assert set(imagesearch.UploadFacts.__annotations__) == wanted


def _inherited(shape: Any) -> set[str]:
    return set(shape.__required_keys__) | set(shape.__optional_keys__)
