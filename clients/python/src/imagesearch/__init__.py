"""Client of the image search: images for words or an example, each with its rights and its credit line."""

# `as` marks what is public.
from ._answer import Answer as Answer, Credits as Credits, LimitState as LimitState
from ._client import AsyncImageSearch as AsyncImageSearch, ImageSearch as ImageSearch
from ._errors import ImageSearchError as ImageSearchError
from ._images import ImageInput as ImageInput
from ._rights import Permissions as Permissions, credit as credit, may as may
from ._types import (
    Asset as Asset,
    Collection as Collection,
    Correction as Correction,
    Duplicate as Duplicate,
    DuplicateRights as DuplicateRights,
    Edit as Edit,
    Facet as Facet,
    Fault as Fault,
    Filters as Filters,
    IssuedKey as IssuedKey,
    Key as Key,
    KeyRequest as KeyRequest,
    Keys as Keys,
    Pricing as Pricing,
    Readiness as Readiness,
    Result as Result,
    Rights as Rights,
    SearchAnswer as SearchAnswer,
    Signals as Signals,
    UploadFacts as UploadFacts,
    Usable as Usable,
    Usage as Usage,
    UsageByDay as UsageByDay,
    Use as Use,
)

__version__ = "0.1.0"
