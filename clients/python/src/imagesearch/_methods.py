# Generated from docs/openapi.json by scripts/generate.mjs; do not edit.
from __future__ import annotations

from ._call import CallBase, call, escaped, given, with_query
from ._exchange import Exchange, exchange, json_of, nothing_of
from ._types import Asset, Collection, Edit, History, IssuedKey, Key, KeyRequest, Keys, Pricing, Usage, UsageByDay


class PlainMethods(CallBase):
    """The methods that are a verb and a path."""

    @call
    def edit(
        self, asset_id: str, edit: Edit, if_match: str | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Asset]:
        """Change what is said of an image. Only of an image that the account has added. Its file stays as it is. Searches follow when the answer arrives. Edits of different fields at the same moment all hold. With ``If-Match``, an edit of what somebody else has changed meanwhile is refused. Costs nothing. Needs a key with the scope ``ingest``."""
        request = self._request("PATCH", f"/v1/asset/{escaped(asset_id)}", dict(edit), headers={"If-Match": if_match})
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def remove(
        self, asset_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[None]:
        """Delete an image. Only an image that the account has added. It is deleted for good, with its files, and may be added again. Costs nothing. Needs a key with the scope ``ingest``. Where the answer to a deletion is lost, the next attempt may fail with ``asset_not_found``."""
        request = self._request("DELETE", f"/v1/asset/{escaped(asset_id)}")
        return exchange(request, self._limits(timeout, retries), nothing_of)

    @call
    def history(
        self, asset_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[History]:
        """What was changed of an image, when and with which key. Only of an image that the account has added; also of one that is deleted. What a field was before is not kept, except the licence. Costs nothing. Needs a key with the scope ``ingest``."""
        request = self._request("GET", f"/v1/asset/{escaped(asset_id)}/history")
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def usage(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Usage]:
        """Credits left, and the outcome of the latest searches. Lists the last 100 searches with their ``Idempotency-Key``, status and charge. Use it after a search whose answer did not arrive. Costs nothing. Needs a key with the scope ``usage``."""
        request = self._request("GET", "/v1/usage")
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def usage_by_day(
        self, days: int | None = None, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[UsageByDay]:
        """What the searches of each key cost on each day. With ``Accept: text/csv``, the answer is a table for a spreadsheet. Costs nothing. Only the operator makes a key with the scope ``account``. Needs a key with the scope ``account``."""
        request = self._request("GET", with_query("/v1/usage/days", {"days": days}))
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def keys(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Keys]:
        """The live keys of the account. Never the keys themselves. Costs nothing. Only the operator makes a key with the scope ``account``. Needs a key with the scope ``account``."""
        request = self._request("GET", "/v1/keys")
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def create_key(
        self, key: KeyRequest, *, timeout: float | None = None
    ) -> Exchange[IssuedKey]:
        """Make a key. Without the scopes that only the operator gives. An account has at most 100 live keys. Costs nothing. Sent again, it makes another key. Needs a key with the scope ``account``. It is sent once: where its answer is lost, look for the key in ``keys`` and revoke it."""
        request = self._request("POST", "/v1/keys", dict(key))
        return exchange(request, self._limits(timeout, 0), json_of)

    @call
    def rename_key(
        self, key_id: str, name: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Key]:
        """Name a key. Not another key with the scope ``account``. Costs nothing. Needs a key with the scope ``account``."""
        request = self._request("PATCH", f"/v1/keys/{escaped(key_id)}", given({"name": name}))
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def rotate_key(
        self, key_id: str, grace_s: int | None = None, *, timeout: float | None = None
    ) -> Exchange[IssuedKey]:
        """Replace a key. By one with the same name, scopes, bounds and expiry. The old key still works for the grace. Not a key with a scope that only the operator gives, and no key twice. Costs nothing. Needs a key with the scope ``account``. It is sent once: where its answer is lost, revoke the successor, which ``keys`` lists, and rotate again."""
        request = self._request("POST", f"/v1/keys/{escaped(key_id)}/rotate", given({"grace_s": grace_s}))
        return exchange(request, self._limits(timeout, 0), json_of)

    @call
    def revoke_key(
        self, key_id: str, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[None]:
        """End a key. It is refused everywhere within 5 seconds. Not another key with the scope ``account``. Costs nothing. Needs a key with the scope ``account``. Where the answer is lost, the next attempt may fail with ``key_not_found``."""
        request = self._request("DELETE", f"/v1/keys/{escaped(key_id)}")
        return exchange(request, self._limits(timeout, retries), nothing_of)

    @call
    def collection(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Collection]:
        """How many images there are, and what they show. Counts the images of each collection, and names frequent words and colours, which a page can suggest. Costs nothing. Takes every key."""
        request = self._request("GET", "/v1/collection")
        return exchange(request, self._limits(timeout, retries), json_of)

    @call
    def pricing(
        self, *, timeout: float | None = None, retries: int | None = None
    ) -> Exchange[Pricing]:
        """Plans, their limits, and what a search costs. Needs no key."""
        request = self._request("GET", "/v1/pricing")
        return exchange(request, self._limits(timeout, retries), json_of)
