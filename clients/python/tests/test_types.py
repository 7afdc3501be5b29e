"""The types have the fields of the contract, with the same ones required, as programs see them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from imagesearch import UploadFacts, _types

CONTRACT = Path(__file__).resolve().parents[3] / "docs" / "openapi.json"
NAMED: dict[str, Any] = json.loads(CONTRACT.read_text())["components"]["schemas"]
#: A union has no fields: its type is written where it stands.
SCHEMAS = {name: schema for name, schema in NAMED.items() if "anyOf" not in schema}


@pytest.mark.parametrize("name", SCHEMAS)
def test_fields(name: str) -> None:
    shape = getattr(_types, name)
    required = set(SCHEMAS[name].get("required", []))
    assert shape.__required_keys__ == required
    assert shape.__optional_keys__ == set(SCHEMAS[name]["properties"]) - required


def test_upload_facts() -> None:
    assert UploadFacts.__optional_keys__ == set(SCHEMAS["Upload"]["properties"]) - {"image_base64"}
