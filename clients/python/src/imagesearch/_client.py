from __future__ import annotations

import time
from types import TracebackType
from typing import Any, TypeVar

import anyio
import httpx

from ._answer import Answer
from ._calls import Calls, FileOf, Variant
from ._exchange import Exchange, Lost, Outcome, Pause, Response, Send
from ._images import ImageInput
from ._types import (
    Asset,
    Collection,
    Edit,
    Filters,
    IssuedKey,
    Key,
    Keys,
    NewKey,
    Pricing,
    Readiness,
    SearchAnswer,
    UploadFacts,
    Usage,
    UsageByDay,
    Use,
)

Data = TypeVar("Data")


class ImageSearch:
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
        self._calls = Calls(base_url, api_key, timeout, retries)
        self._owns_http = http is None
        self._http = httpx.Client() if http is None else http

    def search(
        self,
        query: str | None = None,
        *,
        image: ImageInput | None = None,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        parse_design: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Answer[SearchAnswer]:
        """Images for words, for an example image, or for both. Costs one credit for each ten results, at least one.

        ``more`` are further fields of the request body.
        """
        wanted = {"use": use, "usable_only": usable_only}
        body = {"query": query, "k": k, "filters": filters, **wanted, "parse_design": parse_design, **more}
        return self._run(self._calls.search(body, image, timeout, retries, idempotency_key))

    def similar(
        self,
        asset_id: str,
        *,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Answer[SearchAnswer]:
        """Images that look like an indexed image. Costs as much as a search."""
        body = {"asset_id": asset_id, "k": k, "filters": filters, "use": use, "usable_only": usable_only, **more}
        return self._run(self._calls.similar(body, timeout, retries, idempotency_key))

    def asset(
        self, asset_id: str, *, use: Use | None = None, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Asset]:
        """All metadata of one image, and with ``use`` whether it may be used for that. Free."""
        return self._run(self._calls.asset(asset_id, use, timeout, retries))

    def upload(
        self,
        image: ImageInput,
        said: UploadFacts | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Answer[Asset]:
        """Adds an image of the account's own, of at most 25 MiB; searches find it when this returns.

        The same bytes are the same image: added again, what is said now replaces what was said. Free; needs a key with the
        scope ``ingest``.
        """
        return self._run(self._calls.upload(image, said or {}, timeout, retries))

    def edit(
        self, asset_id: str, edit: Edit, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Asset]:
        """Changes what is said of an image that the account has added. Free; needs a key with the scope ``ingest``."""
        return self._run(self._calls.edit(asset_id, edit, timeout, retries))

    def remove(
        self, asset_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[None]:
        """Deletes an image that the account has added, for good. Free; needs a key with the scope ``ingest``.

        Where the answer to a deletion is lost, the next attempt may raise ``asset_not_found``.
        """
        return self._run(self._calls.remove(asset_id, timeout, retries))

    def usage(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Usage]:
        """Credits, limits and the latest searches of the account. Free."""
        return self._run(self._calls.usage(timeout, retries))

    def usage_by_day(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[UsageByDay]:
        """What the searches of each key cost on each day: of 1 to 90 days, 30 unless set. Free; needs the scope ``account``."""
        return self._run(self._calls.usage_by_day(days, timeout, retries))

    def usage_csv(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[str]:
        """The same as a table for spreadsheets."""
        return self._run(self._calls.usage_csv(days, timeout, retries))

    def keys(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Keys]:
        """The live keys of the account, never the keys themselves. Free; needs the scope ``account``."""
        return self._run(self._calls.keys(timeout, retries))

    def create_key(self, key: NewKey, *, timeout: float | None = None) -> Answer[IssuedKey]:
        """Makes a key. Free; needs the scope ``account``.

        It is sent once: where its answer is lost, look for the key in ``keys`` and revoke it. Raises ``key_refused`` when the
        account has 100 live keys.
        """
        return self._run(self._calls.create_key(key, timeout))

    def rename_key(
        self, key_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Key]:
        """Names a key. Free; needs the scope ``account``. Raises ``key_not_found`` or ``key_refused``."""
        return self._run(self._calls.rename_key(key_id, name, timeout, retries))

    def rotate_key(
        self, key_id: str, *, grace_s: int | None = None, timeout: float | None = None
    ) -> Answer[IssuedKey]:
        """Replaces a key by one with the same name, scopes, bounds and expiry. Free; needs the scope ``account``.

        The old key works for ``grace_s`` more seconds: a day unless set, at most 30 days. It is sent once: where its answer
        is lost, revoke the successor, which ``keys`` lists, and rotate again. Raises ``key_not_found``, or ``key_refused``
        for a key that was rotated before or has a scope that only the operator gives.
        """
        return self._run(self._calls.rotate_key(key_id, grace_s, timeout))

    def revoke_key(
        self, key_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[None]:
        """Ends a key: it is refused everywhere within 5 seconds. Free; needs the scope ``account``.

        Where the answer is lost, the next attempt may raise ``key_not_found``. Raises ``key_refused`` for another key with
        the scope ``account``.
        """
        return self._run(self._calls.revoke_key(key_id, timeout, retries))

    def pricing(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Pricing]:
        """Plans and credit rules. Free; needs no key."""
        return self._run(self._calls.pricing(timeout, retries))

    def collection(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Collection]:
        """How many images there are, and frequent words and colours. Free."""
        return self._run(self._calls.collection(timeout, retries))

    def warm(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Readiness]:
        """Whether each part of the service is ready. A service that is not ready is an answer too. Free."""
        return self._run(self._calls.warm(timeout, retries))

    def file(
        self,
        of: FileOf,
        *,
        variant: Variant | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Answer[bytes]:
        """The file of a search result, or of an asset by its id. Free."""
        return self._run(self._calls.file(of, variant, timeout, retries))

    def _run(self, exchange: Exchange[Data]) -> Answer[Data]:
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


class AsyncImageSearch:
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
        self._calls = Calls(base_url, api_key, timeout, retries)
        self._owns_http = http is None
        self._http = httpx.AsyncClient() if http is None else http

    async def search(
        self,
        query: str | None = None,
        *,
        image: ImageInput | None = None,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        parse_design: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Answer[SearchAnswer]:
        """Images for words, for an example image, or for both. Costs one credit for each ten results, at least one.

        ``more`` are further fields of the request body.
        """
        wanted = {"use": use, "usable_only": usable_only}
        body = {"query": query, "k": k, "filters": filters, **wanted, "parse_design": parse_design, **more}
        return await self._run(self._calls.search(body, image, timeout, retries, idempotency_key))

    async def similar(
        self,
        asset_id: str,
        *,
        k: int | None = None,
        filters: Filters | None = None,
        use: Use | None = None,
        usable_only: bool | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        idempotency_key: str | None = None,
        **more: Any,
    ) -> Answer[SearchAnswer]:
        """Images that look like an indexed image. Costs as much as a search."""
        body = {"asset_id": asset_id, "k": k, "filters": filters, "use": use, "usable_only": usable_only, **more}
        return await self._run(self._calls.similar(body, timeout, retries, idempotency_key))

    async def asset(
        self, asset_id: str, *, use: Use | None = None, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Asset]:
        """All metadata of one image, and with ``use`` whether it may be used for that. Free."""
        return await self._run(self._calls.asset(asset_id, use, timeout, retries))

    async def upload(
        self,
        image: ImageInput,
        said: UploadFacts | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Answer[Asset]:
        """Adds an image of the account's own, of at most 25 MiB; searches find it when this returns.

        The same bytes are the same image: added again, what is said now replaces what was said. Free; needs a key with the
        scope ``ingest``.
        """
        return await self._run(self._calls.upload(image, said or {}, timeout, retries))

    async def edit(
        self, asset_id: str, edit: Edit, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Asset]:
        """Changes what is said of an image that the account has added. Free; needs a key with the scope ``ingest``."""
        return await self._run(self._calls.edit(asset_id, edit, timeout, retries))

    async def remove(
        self, asset_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[None]:
        """Deletes an image that the account has added, for good. Free; needs a key with the scope ``ingest``.

        Where the answer to a deletion is lost, the next attempt may raise ``asset_not_found``.
        """
        return await self._run(self._calls.remove(asset_id, timeout, retries))

    async def usage(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Usage]:
        """Credits, limits and the latest searches of the account. Free."""
        return await self._run(self._calls.usage(timeout, retries))

    async def usage_by_day(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[UsageByDay]:
        """What the searches of each key cost on each day: of 1 to 90 days, 30 unless set. Free; needs the scope ``account``."""
        return await self._run(self._calls.usage_by_day(days, timeout, retries))

    async def usage_csv(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[str]:
        """The same as a table for spreadsheets."""
        return await self._run(self._calls.usage_csv(days, timeout, retries))

    async def keys(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Keys]:
        """The live keys of the account, never the keys themselves. Free; needs the scope ``account``."""
        return await self._run(self._calls.keys(timeout, retries))

    async def create_key(self, key: NewKey, *, timeout: float | None = None) -> Answer[IssuedKey]:
        """Makes a key. Free; needs the scope ``account``.

        It is sent once: where its answer is lost, look for the key in ``keys`` and revoke it. Raises ``key_refused`` when the
        account has 100 live keys.
        """
        return await self._run(self._calls.create_key(key, timeout))

    async def rename_key(
        self, key_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[Key]:
        """Names a key. Free; needs the scope ``account``. Raises ``key_not_found`` or ``key_refused``."""
        return await self._run(self._calls.rename_key(key_id, name, timeout, retries))

    async def rotate_key(
        self, key_id: str, *, grace_s: int | None = None, timeout: float | None = None
    ) -> Answer[IssuedKey]:
        """Replaces a key by one with the same name, scopes, bounds and expiry. Free; needs the scope ``account``.

        The old key works for ``grace_s`` more seconds: a day unless set, at most 30 days. It is sent once: where its answer
        is lost, revoke the successor, which ``keys`` lists, and rotate again. Raises ``key_not_found``, or ``key_refused``
        for a key that was rotated before or has a scope that only the operator gives.
        """
        return await self._run(self._calls.rotate_key(key_id, grace_s, timeout))

    async def revoke_key(
        self, key_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Answer[None]:
        """Ends a key: it is refused everywhere within 5 seconds. Free; needs the scope ``account``.

        Where the answer is lost, the next attempt may raise ``key_not_found``. Raises ``key_refused`` for another key with
        the scope ``account``.
        """
        return await self._run(self._calls.revoke_key(key_id, timeout, retries))

    async def pricing(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Pricing]:
        """Plans and credit rules. Free; needs no key."""
        return await self._run(self._calls.pricing(timeout, retries))

    async def collection(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Collection]:
        """How many images there are, and frequent words and colours. Free."""
        return await self._run(self._calls.collection(timeout, retries))

    async def warm(self, *, timeout: float | None = None, retries: int | None = None) -> Answer[Readiness]:
        """Whether each part of the service is ready. A service that is not ready is an answer too. Free."""
        return await self._run(self._calls.warm(timeout, retries))

    async def file(
        self,
        of: FileOf,
        *,
        variant: Variant | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Answer[bytes]:
        """The file of a search result, or of an asset by its id. Free."""
        return await self._run(self._calls.file(of, variant, timeout, retries))

    async def _run(self, exchange: Exchange[Data]) -> Answer[Data]:
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
