"""What the table of cases does not hold: files, paths, Pillow, and what a client is made of."""

from __future__ import annotations

import asyncio
import base64
import io
import json
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from imagesearch import AsyncImageSearch, ImageSearch, ImageSearchError

URL = "http://images.example.com"
TO_FILE = httpx.Response(302, headers={"Location": "/v1/download/token"})


class Service:
    """Gives these answers one after the other, and keeps what it was asked."""

    def __init__(self, *answers: httpx.Response) -> None:
        self.asked: list[httpx.Request] = []
        self._answers = iter(answers)
        self.client = ImageSearch(URL, "isk_test", http=httpx.Client(transport=httpx.MockTransport(self._answer)))

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        return next(self._answers)

    def image(self, at: int) -> bytes:
        return base64.b64decode(json.loads(self.asked[at].content)["image_base64"])


def found() -> httpx.Response:
    return httpx.Response(200, json={"results": []})


def test_a_path_and_an_open_file_are_read(tmp_path: Path) -> None:
    small = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAIAAAA7ljmR")
    (tmp_path / "small.png").write_bytes(small)
    service = Service(found(), found())
    service.client.search(image=tmp_path / "small.png")
    with (tmp_path / "small.png").open("rb") as file:
        service.client.search(image=file)
    assert (service.image(0), service.image(1)) == (small, small)


def test_a_large_image_is_downscaled_where_pillow_is() -> None:
    image = pytest.importorskip("PIL.Image")
    large = io.BytesIO()
    image.new("RGB", (8000, 3200), "#cc0000").save(large, "PNG")
    service = Service(found())
    service.client.search(image=large.getvalue())
    sent = image.open(io.BytesIO(service.image(0)))
    assert (sent.format, sent.size) == ("JPEG", (1536, 614))


def test_the_file_of_an_asset_is_read_without_showing_the_key_to_its_host() -> None:
    service = Service(TO_FILE, httpx.Response(200, content=b"the file"))
    assert service.client.file("openmoji:1F436", variant="thumb").data == b"the file"
    first, second = service.asked
    assert first.url.raw_path == b"/v1/asset/direct/openmoji%3A1F436?v=thumb"
    assert first.headers["x-api-key"] == "isk_test"
    assert second.url.path == "/v1/download/token"
    assert "x-api-key" not in second.headers


def test_the_file_of_a_result_needs_no_key() -> None:
    service = Service(TO_FILE, httpx.Response(200, content=b"the file"))
    result: Any = {"asset_id": "openmoji:1F436", "file": f"{URL}/v1/asset/q_1/openmoji:1F436"}
    assert service.client.file(result).data == b"the file"
    assert [request for request in service.asked if "x-api-key" in request.headers] == []


def test_a_cancelled_task_stops_at_once() -> None:
    asked: list[httpx.Request] = []

    async def stall(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        await anyio.sleep_forever()
        raise AssertionError

    async def run() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(stall)) as http:
            with anyio.move_on_after(0.3):
                await AsyncImageSearch(URL, http=http).search("red ball")
                raise AssertionError("it was answered")

    asyncio.run(run())
    assert len(asked) == 1


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
    with ImageSearch(URL) as client, pytest.raises(ImageSearchError) as raised:
        client.search("red ball", **options)
    assert raised.value.type == "options_invalid"
