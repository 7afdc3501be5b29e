"""The calls of the API, said once for both clients: each builds an exchange, which a client runs in its own way."""

from __future__ import annotations

import json
import time
import uuid
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from ._answer import Answer
from ._call import call, escaped, with_query
from ._exchange import Exchange, Limits, Request, bytes_of, exchange, json_of, location_of, readiness_of, text_of
from ._images import ImageInput, image_field, whole_image
from ._methods import PlainMethods
from ._types import Asset, Filters, Readiness, Result, SearchAnswer, UploadFacts, Use

Variant = Literal["thumb", "thumb_2x", "view", "credited"]


class Calls(PlainMethods):
    """What both clients can do. Raises ImageSearchError ``options_invalid`` for options that no call can have."""

    @call
    def search(
        self,
        /,
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
    ) -> Exchange[SearchAnswer]:
        """Images for words, for an example image, or for both. Costs one credit for each ten results, at least one.

        ``more`` are further fields of the request body.
        """
        wanted = {"use": use, "usable_only": usable_only}
        body = {"query": query, "k": k, "filters": filters, **wanted, "parse_design": parse_design, **more}
        limits = self._limits(timeout, retries, has_image=image is not None or "image_base64" in body)
        field = {} if image is None else image_field(image)
        return self._search("/v1/search", {**body, **field}, limits, idempotency_key)

    @call
    def similar(
        self,
        /,
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
    ) -> Exchange[SearchAnswer]:
        """Images that look like an indexed image. Costs as much as a search."""
        body = {"asset_id": asset_id, "k": k, "filters": filters, "use": use, "usable_only": usable_only, **more}
        return self._search("/v1/similar", body, self._limits(timeout, retries), idempotency_key)

    @call
    def asset(
        self, asset_id: str, *, use: Use | None = None, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Asset]:
        """All metadata of one image, and with ``use`` whether it may be used for that. Free."""
        asked = {f"use_{purpose}": json.dumps(value) for purpose, value in (use or {}).items()}
        query = f"?{urlencode(asked)}" if asked else ""
        request = self._request("GET", f"/v1/asset/{escaped(asset_id)}{query}")
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def upload(
        self,
        image: ImageInput,
        said: UploadFacts | None = None,
        *,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Exchange[Asset]:
        """Adds an image of the account's own, of at most 25 MiB; searches find it when this returns.

        The same bytes are the same image: added again, what is said now replaces what was said. Free; needs a key with the
        scope ``ingest``.
        """
        limits = self._limits(timeout, retries, has_image=True)
        body = {**(said or {}), "image_base64": whole_image(image)}
        return exchange(self._request("POST", "/v1/asset", body), limits, json_of)

    @call
    def usage_csv(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[str]:
        """The same as a table for spreadsheets."""
        request = self._request("GET", with_query("/v1/usage/days", {"days": days}), headers={"Accept": "text/csv"})
        return exchange(request, self._limits(timeout, retries), text_of)

    @call
    def warm(self, *, timeout: float | None = None, retries: int | None = None) -> Exchange[Readiness]:
        """Whether each part of the service is ready. A service that is not ready is an answer too. Free."""
        return exchange(self._request("GET", "/v1/warm"), self._limits(timeout, retries), readiness_of)

    @call
    def file(
        self,
        of: Result | Asset | str,
        *,
        variant: Variant | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> Exchange[bytes]:
        """The file of a search result, or of an asset by its id. Free."""
        # The address of a result needs no key; the one of an asset does, and its redirect must not carry the key on.
        limits = self._limits(timeout, retries, has_image=True)
        address = of if isinstance(of, str) else of["file"]
        if not isinstance(of, str) and "/v1/asset/direct/" not in address:
            first = Request("GET", _with_variant(address, variant), {})
        else:
            asset_id = of if isinstance(of, str) else of["asset_id"]
            request = self._request("GET", f"/v1/asset/direct/{escaped(asset_id)}")
            first = Request("GET", _with_variant(request.url, variant), request.headers)
        ends_at = time.monotonic() + limits.timeout
        location: Answer[str] = yield from exchange(first, limits, location_of)
        left = Limits(max(0.001, ends_at - time.monotonic()), limits.retries)
        second = Request("GET", location.data, {}, follows_redirects=True)
        return (yield from exchange(second, left, bytes_of))

    def _search(
        self, path: str, body: dict[str, Any], limits: Limits, idempotency_key: str | None
    ) -> Exchange[SearchAnswer]:
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        sent = {name: value for name, value in body.items() if value is not None}
        return exchange(self._request("POST", path, sent, idempotency_key=key), limits, json_of)


def _with_variant(address: str, variant: Variant | None) -> str:
    if variant is None:
        return address
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query)), "v": variant}
    return urlunsplit(parts._replace(query=urlencode(query)))
