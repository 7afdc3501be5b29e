"""The table of cases that all clients share (clients/cases), for the sync and the async client."""

from __future__ import annotations

import asyncio
import base64
import re
import ssl
import time
from typing import Any

import httpx
import pytest

from case_server import CaseServer, cases_of, example_of
from imagesearch import Answer, AsyncImageSearch, ImageSearch, ImageSearchError, credit, may

KEY = "isk_test_cases"
FILES = ["requests.json", "failures.json", "retries.json", "images.json"]
CASES = [pytest.param(case, id=f"{file}: {case['name']}") for file in FILES for case in cases_of(file)]
RIGHTS = [pytest.param(case, id=case["name"]) for case in cases_of("rights.json")]
#: Loading certificates takes longer than most cases.
TLS = ssl.create_default_context()
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any], kind: str) -> None:
    with CaseServer(case["exchanges"]) as server:
        started_at = time.monotonic()
        call = _call_sync if kind == "sync" else _call_async
        outcome = call(server.url, case["call"])
        waited_ms = (time.monotonic() - started_at) * 1000
    _check_wait(case["then"], waited_ms)
    _check_requests(case, server)
    _check_outcome(case["then"], outcome, server)


@pytest.mark.parametrize("case", RIGHTS)
def test_rights(case: dict[str, Any]) -> None:
    image: Any = {"rights": case["rights"]}
    for name, permitted in case.get("may", {}).items():
        assert getattr(may(image), name) is permitted
    for format, line in case.get("credit", {}).items():
        assert credit(image, format) == line


def _call_sync(url: str, call: dict[str, Any]) -> Any:
    with httpx.Client(verify=TLS) as http:
        client = ImageSearch(url, KEY, http=http)
        try:
            return getattr(client, call["method"])(**_arguments(call))
        except ImageSearchError as error:
            return error


def _call_async(url: str, call: dict[str, Any]) -> Any:
    async def run() -> Any:
        async with httpx.AsyncClient(verify=TLS) as http:
            client = AsyncImageSearch(url, KEY, http=http)
            try:
                return await getattr(client, call["method"])(**_arguments(call))
            except ImageSearchError as error:
                return error

    return asyncio.run(run())


def _arguments(call: dict[str, Any]) -> dict[str, Any]:
    arguments = dict(call["arguments"])
    options = call.get("options", {})
    if "timeout_ms" in options:
        arguments["timeout"] = options["timeout_ms"] / 1000
    for name in ("retries", "idempotency_key"):
        if name in options:
            arguments[name] = options[name]
    if "image" in call:
        arguments["image"] = _image_of(call["image"])
    return arguments


def _image_of(image: dict[str, Any]) -> Any:
    if "address" in image:
        return image["address"]
    data = base64.b64decode(image["base64"])
    return data.ljust(image.get("padded_to_bytes", 0), b"\0")


def _check_wait(then: dict[str, Any], waited_ms: float) -> None:
    least, most = then.get("waited_ms", [0, float("inf")])
    # A machine under load is late; twice the time still tells a wait from none.
    assert least - 5 <= waited_ms < 2 * most


def _check_requests(case: dict[str, Any], server: CaseServer) -> None:
    assert len(server.arrived) == len(case["exchanges"])
    for sent, wanted in zip(server.arrived, case["exchanges"]):
        for name in ("method", "path", "body"):
            if name in wanted:
                assert sent[name] == wanted[name]
        for name, value in wanted.get("headers", {}).items():
            assert sent["headers"].get(name) == value
    if case["call"]["method"] not in ("search", "similar"):
        return
    keys = {sent["headers"].get("idempotency-key") for sent in server.arrived}
    assert len(keys) == min(1, len(server.arrived))
    if "idempotency_key" not in case["call"].get("options", {}):
        assert all(UUID.fullmatch(key) for key in keys)


def _check_outcome(then: dict[str, Any], outcome: Any, server: CaseServer) -> None:
    if "error" in then:
        _check_error(then["error"], outcome, server)
        return
    if isinstance(outcome, ImageSearchError):
        raise outcome
    assert isinstance(outcome, Answer)
    seen = {
        "data": outcome.data,
        "example": outcome.data,
        "credits": {"charged": outcome.credits.charged, "remaining": outcome.credits.remaining},
        "limits": [vars(limit) for limit in outcome.limits],
        "replayed": outcome.is_replayed,
        "attempts": outcome.attempts,
        "request_id": outcome.request_id,
    }
    for name, value in then.items():
        if name != "waited_ms":
            assert seen[name] == (example_of(value) if name == "example" else value)


def _check_error(wanted: dict[str, Any], error: Any, server: CaseServer) -> None:
    assert isinstance(error, ImageSearchError)
    seen = {
        "type": error.type,
        "status": error.status,
        "attempts": error.attempts,
        "ctx": error.ctx,
        "request_id": error.request_id,
        "retry_after_ms": None if error.retry_after is None else error.retry_after * 1000,
        "fault_types": [fault["type"] for fault in error.faults],
        "message": str(error),
        "idempotency_key": error.idempotency_key,
    }
    for name, value in wanted.items():
        if name == "idempotency_key":
            value = server.arrived[0]["headers"]["idempotency-key"]
        assert seen[name] == value
