from __future__ import annotations

import base64
import io
import os
import struct
from typing import BinaryIO, Union, cast
from urllib.parse import unquote_to_bytes

from ._errors import ImageSearchError

#: Bytes, a path as ``pathlib.Path``, a file opened for reading, or an address. The service fetches an ``https:`` address.
ImageInput = Union[bytes, bytearray, memoryview, "os.PathLike[str]", BinaryIO, str]

_IMAGE_BYTES_MAX = 5 * 1024 * 1024
#: Of an image that is added.
_UPLOAD_BYTES_MAX = 25 * 1024 * 1024
_PIXELS_MAX = 20_000_000
_EDGE_MAX_PX = 65_535
#: What is read in order to be downscaled.
_SHRINKABLE_BYTES_MAX = 64 * 1024 * 1024
_SHRUNK_EDGE_PX = 1_536


def image_field(image: ImageInput) -> dict[str, str]:
    """The field of a request body that carries the image. An image above a limit is downscaled where Pillow is there.

    Raises ImageSearchError ``image_format``, ``image_too_large``, ``image_too_many_pixels``, ``image_unreadable`` or
    ``options_invalid``, before anything is sent.
    """
    if isinstance(image, str) and image[:8].lower().startswith(("http://", "https://")):
        return {"image_url": image}
    return {"image_base64": base64.b64encode(_checked(_bytes_of(image))).decode("ascii")}


def whole_image(image: ImageInput) -> str:
    """An image that is to be stored, as it is. Raises ImageSearchError ``image_too_large`` or ``options_invalid``."""
    data = _bytes_of(image)
    if len(data) > _UPLOAD_BYTES_MAX:
        raise _too_large(len(data), _UPLOAD_BYTES_MAX)
    return base64.b64encode(data).decode("ascii")


def _bytes_of(image: ImageInput) -> bytes:
    if isinstance(image, (bytes, bytearray, memoryview)):
        return bytes(image)
    if isinstance(image, str):
        if not image[:5].lower() == "data:":
            raise ImageSearchError("An image is read from a path as pathlib.Path.", type="options_invalid")
        return _data_of(image)
    if isinstance(image, os.PathLike):
        with open(image, "rb") as file:
            return _read(file)
    return _read(image)


def _read(file: BinaryIO) -> bytes:
    """Reads no more than can be downscaled."""
    data = file.read(_SHRINKABLE_BYTES_MAX + 1)
    if len(data) > _SHRINKABLE_BYTES_MAX:
        raise _too_large(len(data))
    return data


def _data_of(address: str) -> bytes:
    head, comma, text = address[5:].partition(",")
    try:
        if comma == "":
            raise ValueError("no comma")
        data = unquote_to_bytes(text)
        return base64.b64decode(data, validate=True) if head.lower().endswith(";base64") else data
    except ValueError as error:
        raise ImageSearchError("The image cannot be read.", type="image_unreadable") from error


def _checked(data: bytes) -> bytes:
    fault = _fault_of(data)
    if fault is None:
        return data
    if len(data) <= _SHRINKABLE_BYTES_MAX:
        smaller = _shrunk(data)
        if smaller is not None:
            return smaller
    raise fault


def _fault_of(data: bytes) -> ImageSearchError | None:
    header = _header_of(data)
    if header is None:
        return ImageSearchError("The image is not a JPEG, PNG or WebP file.", type="image_format")
    if len(data) > _IMAGE_BYTES_MAX:
        return _too_large(len(data))
    width, height = header
    if width * height <= _PIXELS_MAX and max(width, height) <= _EDGE_MAX_PX:
        return None
    return ImageSearchError(
        f"The image has {width} × {height} pixels; 20 megapixels and edges of 65,535 pixels are allowed.",
        type="image_too_many_pixels",
    )


def _too_large(count: int, allowed: int = _IMAGE_BYTES_MAX) -> ImageSearchError:
    return ImageSearchError(f"The image has {count} bytes; {allowed} are allowed.", type="image_too_large")


def _shrunk(data: bytes) -> bytes | None:
    """A JPEG of at most 1,536 pixels on the longest edge, on white; None without Pillow or for a damaged image."""
    try:
        from PIL import Image, ImageOps
    except ImportError:
        return None
    try:
        with Image.open(io.BytesIO(data)) as opened:
            opened.draft("RGB", (_SHRUNK_EDGE_PX, _SHRUNK_EDGE_PX))
            upright = ImageOps.exif_transpose(opened).convert("RGBA")
        upright.thumbnail((_SHRUNK_EDGE_PX, _SHRUNK_EDGE_PX))
        canvas = Image.new("RGB", upright.size, "white")
        canvas.paste(upright, mask=upright.getchannel("A"))
        encoded = io.BytesIO()
        canvas.save(encoded, "JPEG", quality=90)
        return encoded.getvalue()
    except Exception:
        # Pillow raises many types for damaged images; the fault of the original is the better answer.
        return None


def _header_of(data: bytes) -> tuple[int, int] | None:
    """Width and height from the first bytes; (0, 0) when the header is damaged, None for another format."""
    if len(data) < 12:
        return None
    try:
        if data[:8] == b"\x89PNG\r\n\x1a\n":
            return cast("tuple[int, int]", struct.unpack_from(">II", data, 16))
        if data[:3] == b"\xff\xd8\xff":
            return _jpeg_size(data)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data)
    except (struct.error, IndexError):
        return (0, 0)
    return None


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Walks the segments to the frame header (SOF0 to SOF15, without the tables DHT, JPG and DAC)."""
    at = 2
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        marker, length = struct.unpack_from(">HH", data, at)
        if 0xFFC0 <= marker <= 0xFFCF and marker not in (0xFFC4, 0xFFC8, 0xFFCC):
            height, width = struct.unpack_from(">HH", data, at + 5)
            return (width, height)
        if marker < 0xFF00 or marker == 0xFFDA:
            return (0, 0)
        at += 2 + length


def _webp_size(data: bytes) -> tuple[int, int]:
    """The three forms of WebP: lossy ``VP8 ``, lossless ``VP8L``, extended ``VP8X``."""
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", data, 26)
        return (width & 0x3FFF, height & 0x3FFF)
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
    if kind == b"VP8X" and len(data) >= 30:
        return (1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little"))
    return (0, 0)
