"""What the table of cases does not hold: files, paths, Pillow, and what a client is made of."""

from __future__ import annotations

import asyncio
import base64
import io
from pathlib import Path
from typing import Any

import anyio
import pytest

from case_server import CaseServer
from imagesearch import AsyncImageSearch, ImageSearch, ImageSearchError

FOUND = {"answer": {"status": 200, "body": {"results": []}}}
ASSET = {"answer": {"status": 302, "body_text": "", "headers": {"Location": "/v1/download/token"}}}
FILE = {"answer": {"status": 200, "body_text": "the file", "headers": {"Content-Type": "image/png"}}}


def test_a_path_and_an_open_file_are_read(tmp_path: Path) -> None:
    small = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmR")
    (tmp_path / "small.png").write_bytes(small)
    with CaseServer([FOUND, FOUND]) as server, ImageSearch(server.url) as client:
        client.search(image=tmp_path / "small.png")
        with (tmp_path / "small.png").open("rb") as file:
            client.search(image=file)
        for sent in server.arrived:
            assert base64.b64decode(sent["body"]["image_base64"]) == small


def test_a_large_image_is_downscaled_where_pillow_is() -> None:
    image = pytest.importorskip("PIL.Image")
    large = io.BytesIO()
    image.new("RGB", (8000, 3200), "#cc0000").save(large, "PNG")
    with CaseServer([FOUND]) as server, ImageSearch(server.url) as client:
        client.search(image=large.getvalue())
        sent = image.open(io.BytesIO(base64.b64decode(server.arrived[0]["body"]["image_base64"])))
    assert (sent.format, sent.size) == ("JPEG", (1536, 614))


def test_the_file_of_an_asset_is_read_without_showing_the_key_to_its_host() -> None:
    with CaseServer([ASSET, FILE]) as server, ImageSearch(server.url, "isk_test") as client:
        assert client.file("openmoji:1F436", variant="thumb").data == b"the file"
        first, second = server.arrived
    assert first["path"] == "/v1/asset/direct/openmoji%3A1F436?v=thumb"
    assert first["headers"]["x-api-key"] == "isk_test"
    assert second["path"] == "/v1/download/token"
    assert "x-api-key" not in second["headers"]


def test_the_file_of_a_result_needs_no_key() -> None:
    with CaseServer([ASSET, FILE]) as server, ImageSearch(server.url, "isk_test") as client:
        result: Any = {"asset_id": "openmoji:1F436", "file": f"{server.url}/v1/asset/q_1/openmoji:1F436"}
        assert client.file(result).data == b"the file"
        assert all("x-api-key" not in sent["headers"] for sent in server.arrived)


def test_a_cancelled_task_stops_at_once() -> None:
    async def run() -> None:
        with CaseServer([{"answer": {"fault": "stalled"}}]) as server:
            async with AsyncImageSearch(server.url) as client:
                with anyio.move_on_after(0.3):
                    await client.search("red ball")
                    raise AssertionError("it was answered")
            assert len(server.arrived) == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    "arguments",
    [
        ("ftp://images.example.com",),
        ("images.example.com",),
        ("http://127.0.0.1", "two\nlines"),
    ],
)
def test_a_client_is_not_made_with(arguments: tuple[str, ...]) -> None:
    with pytest.raises(ImageSearchError) as raised:
        ImageSearch(*arguments)
    assert raised.value.type == "options_invalid"


@pytest.mark.parametrize("options", [{"timeout": 0.0}, {"retries": -1}])
def test_a_call_is_not_made_with(options: dict[str, Any]) -> None:
    with ImageSearch("http://127.0.0.1:9") as client, pytest.raises(ImageSearchError) as raised:
        client.search("red ball", **options)
    assert raised.value.type == "options_invalid"
