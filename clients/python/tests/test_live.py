"""Searches through a proxy that misbehaves; the npm test that starts both then counts the charges in the ledger."""

from __future__ import annotations

import asyncio
import json
import os

import pytest

from imagesearch import Answer, AsyncImageSearch, ImageSearch, SearchAnswer

PROXY = os.environ.get("IMAGE_SEARCH_TEST_PROXY", "")
KEYS: dict[str, str] = json.loads(os.environ.get("IMAGE_SEARCH_TEST_KEYS", "{}"))

pytestmark = pytest.mark.skipif(not KEYS, reason="IMAGE_SEARCH_TEST_PROXY and IMAGE_SEARCH_TEST_KEYS are not set")


@pytest.mark.parametrize("fault", KEYS or ["none"])
def test_sync_search_is_answered(fault: str) -> None:
    with ImageSearch(f"{PROXY}/{fault}", KEYS[fault], timeout=_timeout(fault)) as client:
        _check(client.search("red ball"), fault)


@pytest.mark.parametrize("fault", KEYS or ["none"])
def test_async_search_is_answered(fault: str) -> None:
    async def search() -> Answer[SearchAnswer]:
        async with AsyncImageSearch(f"{PROXY}/{fault}", KEYS[fault], timeout=_timeout(fault)) as client:
            return await client.search("red ball")

    _check(asyncio.run(search()), fault)


def _timeout(fault: str) -> float:
    return 3.0 if fault == "slow-first-byte" else 12.0


def _check(answer: Answer[SearchAnswer], fault: str) -> None:
    assert answer.data["count"] > 0
    assert (answer.attempts > 1) == (fault != "pass")
