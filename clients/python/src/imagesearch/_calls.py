"""The calls of the API as exchanges, which both clients drive."""

from __future__ import annotations

import json
import re
import time
import uuid
from typing import Any, Literal, Union
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from ._answer import Answer
from ._errors import ImageSearchError
from ._exchange import (
    Exchange,
    Limits,
    Request,
    bytes_of,
    exchange,
    json_of,
    location_of,
    nothing_of,
    readiness_of,
    text_of,
)
from ._images import ImageInput, image_field, whole_image
from ._types import (
    Asset,
    Collection,
    Edit,
    IssuedKey,
    Key,
    Keys,
    NewKey,
    Pricing,
    Readiness,
    Result,
    SearchAnswer,
    UploadFacts,
    Usage,
    UsageByDay,
    Use,
)

Variant = Literal["thumb", "view", "credited"]
FileOf = Union[Result, Asset, str]

_TIMEOUT_S = 30.0
_IMAGE_TIMEOUT_S = 60.0
_RETRIES = 4


class Calls:
    """Builds the requests of one client. Raises ImageSearchError ``options_invalid``."""

    def __init__(self, base_url: str, api_key: str | None, timeout: float | None, retries: int | None) -> None:
        if not re.match(r"https?://[^/]", base_url, re.IGNORECASE):
            raise _unusable("base_url is an http or https address.")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._headers({})
        self._limits(None, None)

    def search(
        self,
        body: dict[str, Any],
        image: ImageInput | None,
        timeout: float | None,
        retries: int | None,
        idempotency_key: str | None,
    ) -> Exchange[SearchAnswer]:
        has_image = image is not None or "image_base64" in body
        limits = self._limits(timeout, retries, has_image)
        field = {} if image is None else image_field(image)
        return self._post("/v1/search", {**body, **field}, limits, idempotency_key)

    def similar(
        self, body: dict[str, Any], timeout: float | None, retries: int | None, idempotency_key: str | None
    ) -> Exchange[SearchAnswer]:
        return self._post("/v1/similar", body, self._limits(timeout, retries), idempotency_key)

    def asset(
        self, asset_id: str, use: Use | None, timeout: float | None, retries: int | None
    ) -> Exchange[Asset]:
        asked = {f"use_{purpose}": json.dumps(value) for purpose, value in (use or {}).items()}
        query = f"?{urlencode(asked)}" if asked else ""
        request = self._get(f"/v1/asset/{_escaped(asset_id)}{query}")
        return exchange(request, self._limits(timeout, retries), json_of)

    def upload(
        self, image: ImageInput, said: UploadFacts, timeout: float | None, retries: int | None
    ) -> Exchange[Asset]:
        limits = self._limits(timeout, retries, has_image=True)
        body = {**said, "image_base64": whole_image(image)}
        return exchange(self._change("POST", "/v1/asset", body), limits, json_of)

    def edit(self, asset_id: str, edit: Edit, timeout: float | None, retries: int | None) -> Exchange[Asset]:
        request = self._change("PATCH", f"/v1/asset/{_escaped(asset_id)}", dict(edit))
        return exchange(request, self._limits(timeout, retries), json_of)

    def remove(self, asset_id: str, timeout: float | None, retries: int | None) -> Exchange[None]:
        request = self._change("DELETE", f"/v1/asset/{_escaped(asset_id)}", None)
        return exchange(request, self._limits(timeout, retries), nothing_of)

    def usage(self, timeout: float | None, retries: int | None) -> Exchange[Usage]:
        return exchange(self._get("/v1/usage"), self._limits(timeout, retries), json_of)

    def usage_by_day(
        self, days: int | None, timeout: float | None, retries: int | None
    ) -> Exchange[UsageByDay]:
        return exchange(self._get(_days_path(days)), self._limits(timeout, retries), json_of)

    def usage_csv(self, days: int | None, timeout: float | None, retries: int | None) -> Exchange[str]:
        request = self._get(_days_path(days), {"Accept": "text/csv"})
        return exchange(request, self._limits(timeout, retries), text_of)

    def keys(self, timeout: float | None, retries: int | None) -> Exchange[Keys]:
        return exchange(self._get("/v1/keys"), self._limits(timeout, retries), json_of)

    def create_key(self, key: NewKey, timeout: float | None) -> Exchange[IssuedKey]:
        return exchange(self._change("POST", "/v1/keys", dict(key)), self._limits(timeout, 0), json_of)

    def rename_key(self, key_id: str, name: str, timeout: float | None, retries: int | None) -> Exchange[Key]:
        request = self._change("PATCH", f"/v1/keys/{_escaped(key_id)}", {"name": name})
        return exchange(request, self._limits(timeout, retries), json_of)

    def rotate_key(self, key_id: str, grace_s: int | None, timeout: float | None) -> Exchange[IssuedKey]:
        body = {} if grace_s is None else {"grace_s": grace_s}
        request = self._change("POST", f"/v1/keys/{_escaped(key_id)}/rotate", body)
        return exchange(request, self._limits(timeout, 0), json_of)

    def revoke_key(self, key_id: str, timeout: float | None, retries: int | None) -> Exchange[None]:
        request = self._change("DELETE", f"/v1/keys/{_escaped(key_id)}", None)
        return exchange(request, self._limits(timeout, retries), nothing_of)

    def pricing(self, timeout: float | None, retries: int | None) -> Exchange[Pricing]:
        return exchange(self._get("/v1/pricing"), self._limits(timeout, retries), json_of)

    def collection(self, timeout: float | None, retries: int | None) -> Exchange[Collection]:
        return exchange(self._get("/v1/collection"), self._limits(timeout, retries), json_of)

    def warm(self, timeout: float | None, retries: int | None) -> Exchange[Readiness]:
        return exchange(self._get("/v1/warm"), self._limits(timeout, retries), readiness_of)

    def file(
        self, of: FileOf, variant: Variant | None, timeout: float | None, retries: int | None
    ) -> Exchange[bytes]:
        """The address of a result needs no key; the one of an asset does, and its redirect must not carry the key on."""
        limits = self._limits(timeout, retries, has_image=True)
        address = of if isinstance(of, str) else of["file"]
        if not isinstance(of, str) and "/v1/asset/direct/" not in address:
            first = Request("GET", _with_variant(address, variant), {})
        else:
            asset_id = of if isinstance(of, str) else of["asset_id"]
            request = self._get(f"/v1/asset/direct/{_escaped(asset_id)}")
            first = Request("GET", _with_variant(request.url, variant), request.headers)
        ends_at = time.monotonic() + limits.timeout
        location: Answer[str] = yield from exchange(first, limits, location_of)
        left = Limits(max(0.001, ends_at - time.monotonic()), limits.retries)
        second = Request("GET", location.data, {}, follows_redirects=True)
        return (yield from exchange(second, left, bytes_of))

    def _post(
        self, path: str, body: dict[str, Any], limits: Limits, idempotency_key: str | None
    ) -> Exchange[SearchAnswer]:
        key = str(uuid.uuid4()) if idempotency_key is None else idempotency_key
        headers = self._headers({"Content-Type": "application/json", "Idempotency-Key": key})
        sent = {name: value for name, value in body.items() if value is not None}
        request = Request("POST", self._base_url + path, headers, json.dumps(sent).encode(), key)
        return exchange(request, limits, json_of)

    def _change(self, method: str, path: str, body: dict[str, Any] | None) -> Request:
        if body is None:
            return Request(method, self._base_url + path, self._headers({}))
        headers = self._headers({"Content-Type": "application/json"})
        return Request(method, self._base_url + path, headers, json.dumps(body).encode())

    def _get(self, path: str, headers: dict[str, str] | None = None) -> Request:
        return Request("GET", self._base_url + path, self._headers(headers or {}))

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        headers = {"Accept": "application/json", **more}
        if self._api_key is not None:
            headers["X-API-Key"] = self._api_key
        if not all(re.fullmatch(r"[\x20-\x7e]+", value) for value in headers.values()):
            raise _unusable("The API key or the Idempotency-Key has characters that a header cannot carry.")
        return headers

    def _limits(self, timeout: float | None, retries: int | None, has_image: bool = False) -> Limits:
        default = _IMAGE_TIMEOUT_S if has_image else _TIMEOUT_S
        limits = Limits(
            timeout=_first(timeout, self._timeout, default), retries=int(_first(retries, self._retries, _RETRIES))
        )
        if not limits.timeout > 0 or limits.retries < 0:
            raise _unusable("timeout is above 0, and retries is 0 or above.")
        return limits


def _first(*values: float | None) -> float:
    return next(value for value in values if value is not None)


def _escaped(part: str) -> str:
    return quote(part, safe="")


def _days_path(days: int | None) -> str:
    return "/v1/usage/days" if days is None else f"/v1/usage/days?days={days}"


def _with_variant(address: str, variant: Variant | None) -> str:
    if variant is None:
        return address
    parts = urlsplit(address)
    query = {**dict(parse_qsl(parts.query)), "v": variant}
    return urlunsplit(parts._replace(query=urlencode(query)))


def _unusable(message: str) -> ImageSearchError:
    return ImageSearchError(message, type="options_invalid")
