"""Searches through proxies that lose the first answer; the npm test that starts them then counts the charges in the ledger."""

from __future__ import annotations

import asyncio
import json
import os

import pytest

from imagesearch import Answer, AsyncImageSearch, ImageSearch, SearchAnswer

LIVE: dict[str, dict[str, str]] = json.loads(os.environ.get("IMAGE_SEARCH_TEST_LIVE", "{}"))

pytestmark = pytest.mark.skipif(not LIVE, reason="IMAGE_SEARCH_TEST_LIVE is not set")


def test_sync_search_is_answered() -> None:
    with ImageSearch(LIVE["sync"]["url"], LIVE["sync"]["key"]) as client:
        _check(client.search("red ball"))


def test_async_search_is_answered() -> None:
    async def search() -> Answer[SearchAnswer]:
        async with AsyncImageSearch(LIVE["async"]["url"], LIVE["async"]["key"]) as client:
            return await client.search("red ball")

    _check(asyncio.run(search()))


def _check(answer: Answer[SearchAnswer]) -> None:
    assert answer.data["count"] > 0
    assert (answer.attempts, answer.is_replayed) == (2, True)
