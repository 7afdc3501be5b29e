"""Shapes of the contract. A test compares them with docs/openapi.json; answers may have further fields."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Side = Literal["left", "right", "top", "bottom"]


class Filters(TypedDict, total=False):
    """Requirements on the images. An image whose value is unknown never satisfies a filter on it."""

    luminance_min: float
    luminance_max: float
    monochrome: bool
    faces_min: int
    faces_max: int
    aspect_min: float
    aspect_max: float
    orientation: Literal["landscape", "portrait", "square"]
    resolution_min: float
    neg_space_any: list[Side]
    palette_near: str
    commercial: bool
    derivatives: bool
    attribution_required: bool
    share_alike: bool
    license_any: list[str]
    source_any: list[str]
    ai_generated: bool
    human_made: bool
    sensitive: bool
    created_from: str
    created_to: str
    creator: str
    tags_any: list[str]
    tags_all: list[str]


class Use(TypedDict, total=False):
    """What an image is wanted for; what is left out is not asked."""

    commercial: bool
    modify: bool
    attribute: bool
    share_alike: bool
    train_ai: bool
    people_identifiable: bool
    property_identifiable: bool


class Edit(TypedDict, total=False):
    """What is said of an image now; what is left out stays as it is."""

    title: str
    tags: list[str]
    description: str
    creator: str | None
    license: str


class UploadFacts(TypedDict, total=False):
    """What is said of an image that is added; what is left out is read from its file."""

    file_name: str
    title: str
    tags: list[str]
    description: str
    creator: str
    creator_url: str
    license: str
    source_url: str
    ai_generated: bool


class Reason(TypedDict):
    code: str
    says: str
    source: Literal["license", "declared", "detected"]


class Usable(TypedDict):
    """Whether an image may be used for that, and why."""

    answer: Literal["yes", "no", "unknown"]
    because: list[Reason]


class Rights(TypedDict):
    """What may be done with an image, as its source declares it. None means that it is not known."""

    license: str
    license_verbatim: str
    commercial: bool | None
    attribution_required: bool | None
    derivatives: bool | None
    share_alike: bool | None
    attribution: str | None
    provenance_url: str
    basis: str
    delivery: Literal["host", "link"]


class Shown(TypedDict):
    """A guess of a classifier."""

    name: str
    confidence: float


class _SignalsOptional(TypedDict, total=False):
    shows: list[Shown]


class Signals(_SignalsOptional):
    palette: list[str]
    luminance: float | None
    neg_space: list[Side]
    faces: int | None
    aspect: float | None


class ProvenanceStatement(TypedDict):
    """Who says how an image was made, and what. None means that it is not known."""

    evidence: Literal["c2pa", "xmp", "source", "declared"]
    ai: bool | None
    kind: str | None


class Provenance(TypedDict):
    """How an image was made, as far as anybody says. The first of `statements` decides."""

    ai: bool | None
    kind: str | None
    evidence: Literal["c2pa", "xmp", "source", "declared"] | None
    statements: list[ProvenanceStatement]
    signature: Literal["valid", "invalid", "untrusted"] | None
    claim_generator: str | None
    created_at: str | None


class Releases(TypedDict):
    """None means that it is not known."""

    model: bool | None
    property: bool | None


class _Image(TypedDict):
    asset_id: str
    title: str
    tags: list[str]
    creator: str | None
    source: str
    ai_generated: bool
    provenance: Provenance
    width: int
    height: int
    file: str
    thumb: str
    license: str
    created_at: str | None
    training: bool | None
    releases: Releases
    editorial_only: bool | None
    sensitive: bool | None
    licensor_url: str | None
    rights: Rights
    cv: Signals


class DuplicateRights(TypedDict):
    """The codes of `Rights` alone; None means that it is not known."""

    license: str
    commercial: bool | None
    attribution_required: bool | None
    derivatives: bool | None
    share_alike: bool | None


class Duplicate(TypedDict):
    """A near-duplicate of a result that satisfies the same filters."""

    asset_id: str
    source: str
    rights: DuplicateRights


class _ResultOptional(TypedDict, total=False):
    usable: Usable
    same_image: Literal[True]
    contains_image: Literal[True]
    design_met: list[str]


class Result(_Image, _ResultOptional):
    """One image of an answer."""

    duplicates: list[Duplicate]
    score: float
    matched: list[Literal["words", "meaning", "sight", "image"]]


class _AssetOptional(TypedDict, total=False):
    usable: Usable


class Asset(_Image, _AssetOptional):
    """All metadata of one image."""

    description: str
    score: None
    format: str
    indexed: bool | None
    has_location: bool | None


Correction = TypedDict("Correction", {"from": str, "to": str})
"""A word that nothing knows, and what was searched for instead."""


Translation = TypedDict("Translation", {"from": str, "to": str, "lang": str})
"""A word of another language or an emoji, and the English that was searched for instead."""


class ValueCount(TypedDict):
    """How many images have a value."""

    value: str
    count: int


class _SearchAnswerOptional(TypedDict, total=False):
    facets: dict[str, list[ValueCount]]
    k_capped: Literal[True]
    degraded: Literal[True]
    relaxed: list[str]
    applied_design: dict[str, Any]
    unmatched: list[str]
    corrections: list[Correction]
    translations: list[Translation]
    did_you_mean: str | None
    spelling_unchecked: Literal[True]


class SearchAnswer(_SearchAnswerOptional):
    query_id: str
    query: str | None
    input_modality: Literal["text", "image", "image_text"]
    count: int
    strong_count: int | None
    strong_score: float | None
    reachable: int
    cursor: str | None
    latency_ms: int
    timing_ms: dict[str, int]
    mode: str
    ranking: str
    pool_size: int
    reranked: int
    backend: str
    results: list[Result]


class Usage(TypedDict):
    key: dict[str, Any]
    plan: str
    period: dict[str, str]
    credits: dict[str, int | None]
    windows: list[dict[str, Any]]
    searches: list[dict[str, Any]]


UsageByDay = TypedDict("UsageByDay", {"from": str, "to": str, "days": list[dict[str, Any]]})
"""What the searches of each key cost on each day, in credits. Days are in UTC."""


class Key(TypedDict):
    """A key of the account, without the key itself."""

    key_id: str
    name: str
    prefix: str
    scopes: list[str]
    bounds: dict[str, Any] | None
    created_at: str
    last_used_at: str | None
    expires_at: str | None
    revoked_at: str | None
    replaces: str | None
    state: Literal["live", "revoked", "expired"]


class IssuedKey(Key):
    """A new key. Nothing shows its ``key`` again."""

    key: str


class Keys(TypedDict):
    """The live keys of the account, oldest first."""

    keys: list[Key]


class _NewKeyOptional(TypedDict, total=False):
    scopes: list[Literal["search", "similar", "asset", "usage"]]
    expires_at: str | None
    bounds: dict[str, Any] | None


class NewKey(_NewKeyOptional):
    """A key to make; by default it has all scopes that need no operator, no bounds and no expiry."""

    name: str


class Pricing(TypedDict):
    version: str
    currency: str
    credits: dict[str, Any]
    plans: list[dict[str, Any]]
    credit_pack: dict[str, Any]


class Collection(TypedDict):
    images: int | None
    sources: list[dict[str, Any]]
    words: list[str]
    colours: list[str]
    uploads: str | None


class Readiness(TypedDict):
    ready: bool
    checked_at: str
    services: dict[str, dict[str, Any]]
    model: str | None
    backend: str | None
    assets: int | None


class Fault(TypedDict):
    """One fault of a refused request."""

    loc: list[str | int]
    msg: str
    type: str
    input: Any
    ctx: dict[str, Any]
