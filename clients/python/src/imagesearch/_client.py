from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeVar

import anyio
import httpx

from ._answer import Answer
from ._calls import Calls
from ._exchange import Exchange, Lost, Outcome, Pause, Response, Send

Data = TypeVar("Data")


class ImageSearch(Calls):
    """A client of the image search.

    Every method raises ImageSearchError. Searches carry an Idempotency-Key and are sent again when a connection is lost or
    the service is busy; such a search is charged once. One client may be used by many threads.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        http: httpx.Client | None = None,
    ) -> None:
        """``timeout`` is in seconds for a whole call: 30 unless set, 60 with an image. ``http`` is your own client."""
        super().__init__(base_url, api_key, timeout, retries)
        self._owns_http = http is None
        self._http = httpx.Client() if http is None else http

    def _run(self, build: Callable[..., Exchange[Data]], /, *given: Any, **options: Any) -> Answer[Data]:
        exchange = build(self, *given, **options)
        outcome: Outcome = None
        while True:
            try:
                step = exchange.send(outcome)
            except StopIteration as end:
                answer: Answer[Data] = end.value
                return answer
            if isinstance(step, Pause):
                time.sleep(step.seconds)
                outcome = None
            else:
                outcome = self._send(step)

    def _send(self, step: Send) -> Response | Lost:
        """Reads piece by piece: httpx limits the time between two bytes, not the time of an answer."""
        ends_at = time.monotonic() + step.timeout
        try:
            with self._http.stream(**_arguments(step), timeout=step.timeout) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() > ends_at:
                        return Lost(TimeoutError(), is_timeout=True)
            return Response(response.status_code, response.headers, bytes(body), str(response.url))
        except httpx.TransportError as error:
            return Lost(error, is_timeout=isinstance(error, httpx.TimeoutException))
        except httpx.DecodingError as error:
            return Lost(error)

    def close(self) -> None:
        """Closes its connections; one that was given as ``http`` stays open."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> ImageSearch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncImageSearch(Calls):
    """A client of the image search.

    Every method raises ImageSearchError. Searches carry an Idempotency-Key and are sent again when a connection is lost or
    the service is busy; such a search is charged once. One client may be used by many tasks.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """``timeout`` is in seconds for a whole call: 30 unless set, 60 with an image. ``http`` is your own client."""
        super().__init__(base_url, api_key, timeout, retries)
        self._owns_http = http is None
        self._http = httpx.AsyncClient() if http is None else http

    async def _run(self, build: Callable[..., Exchange[Data]], /, *given: Any, **options: Any) -> Answer[Data]:
        exchange = build(self, *given, **options)
        outcome: Outcome = None
        while True:
            try:
                step = exchange.send(outcome)
            except StopIteration as end:
                answer: Answer[Data] = end.value
                return answer
            if isinstance(step, Pause):
                await anyio.sleep(step.seconds)
                outcome = None
            else:
                outcome = await self._send(step)

    async def _send(self, step: Send) -> Response | Lost:
        try:
            with anyio.fail_after(step.timeout):
                async with self._http.stream(**_arguments(step), timeout=None) as response:
                    body = await response.aread()
            return Response(response.status_code, response.headers, body, str(response.url))
        except TimeoutError as error:
            return Lost(error, is_timeout=True)
        except (httpx.TransportError, httpx.DecodingError) as error:
            return Lost(error, is_timeout=isinstance(error, httpx.TimeoutException))

    async def aclose(self) -> None:
        """Closes its connections; one that was given as ``http`` stays open."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncImageSearch:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _arguments(step: Send) -> dict[str, Any]:
    request = step.request
    return {
        "method": request.method,
        "url": request.url,
        "headers": dict(request.headers),
        "content": request.body,
        "follow_redirects": request.follows_redirects,
    }
