"""Makes the calls of clients/cases with both clients, against the server that answers as they say.

Prints what came of each, in the words of the cases: tests/clients/cases.test.ts starts this and compares.
"""

from __future__ import annotations

import asyncio
import base64
import json
import ssl
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from imagesearch import Answer, AsyncImageSearch, ImageSearch, ImageSearchError, credit, may

CASES = Path(__file__).resolve().parents[2] / "cases"
FILES = ["requests.json", "plain.json", "failures.json", "retries.json", "images.json"]
AT_ONCE = 8
KEY = "isk_test_cases"
#: Loading certificates takes longer than most cases.
TLS = ssl.create_default_context()


def main(server: str) -> None:
    calls = [(f"{kind}/{id}", case["call"]) for kind in ("sync", "async") for file in FILES for id, case in _read(file)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = dict(pool.map(lambda call: (call[0], _outcome(f"{server}/{call[0]}", call[1])), calls))
    json.dump({**outcomes, **{id: _rights(case) for id, case in _read("rights.json")}}, sys.stdout)


def _read(file: str) -> list[tuple[str, dict[str, Any]]]:
    return [(f"{file}/{at}", case) for at, case in enumerate(json.loads((CASES / file).read_text()))]


def _outcome(url: str, call: dict[str, Any]) -> dict[str, Any]:
    started_at = time.monotonic()
    try:
        answer = asyncio.run(_async(url, call)) if "/async/" in url else _sync(url, call)
        seen = {
            "data": answer.data,
            "credits": vars(answer.credits),
            "limits": [vars(limit) for limit in answer.limits],
            "replayed": answer.is_replayed,
            "attempts": answer.attempts,
            "request_id": answer.request_id,
        }
    except ImageSearchError as error:
        wait_ms = None if error.retry_after is None else error.retry_after * 1000
        fault_types = [fault["type"] for fault in error.faults]
        message = {"message": str(error), "ctx": error.ctx, "retry_after_ms": wait_ms, "fault_types": fault_types}
        seen = {"error": {**vars(error), **message}}
    return {**seen, "waited_ms": (time.monotonic() - started_at) * 1000}


def _sync(url: str, call: dict[str, Any]) -> Answer[Any]:
    with httpx.Client(verify=TLS) as http:
        answer: Answer[Any] = getattr(ImageSearch(url, KEY, http=http), call["method"])(**_arguments(call))
        return answer


async def _async(url: str, call: dict[str, Any]) -> Answer[Any]:
    async with httpx.AsyncClient(verify=TLS) as http:
        answer: Answer[Any] = await getattr(AsyncImageSearch(url, KEY, http=http), call["method"])(**_arguments(call))
        return answer


def _arguments(call: dict[str, Any]) -> dict[str, Any]:
    options = dict(call.get("options", {}))
    if "timeout_ms" in options:
        options["timeout"] = options.pop("timeout_ms") / 1000
    image = {"image": _image_of(call["image"])} if "image" in call else {}
    return {**call["arguments"], **options, **image}


def _image_of(image: dict[str, Any]) -> Any:
    if "address" in image:
        return image["address"]
    return base64.b64decode(image["base64"]).ljust(image.get("padded_to_bytes", 0), b"\0")


def _rights(case: dict[str, Any]) -> dict[str, Any]:
    image: Any = {"rights": case["rights"]}
    return {"may": vars(may(image)), "credit": {format: credit(image, format) for format in case.get("credit", {})}}


main(sys.argv[1])
