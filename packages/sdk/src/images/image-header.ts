/** Format and size of an image, from its first bytes. */
export interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp';
  /** Null when the header is damaged; the service then names the fault. */
  size: { width: number; height: number } | null;
}

/** Undefined when the bytes are not a JPEG, PNG or WebP image. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = formatOf(view);
  if (!read) return undefined;
  try {
    return { format: read.format, size: read.size(view) };
  } catch {
    // The image ends within its header.
    return { format: read.format, size: null };
  }
}

type Size = ImageHeader['size'];

function formatOf(view: DataView): { format: ImageHeader['format']; size: (view: DataView) => Size } | undefined {
  if (view.byteLength < 12) return undefined;
  if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a) return { format: 'png', size: pngSize };
  if (view.getUint16(0) === 0xffd8 && view.getUint8(2) === 0xff) return { format: 'jpeg', size: jpegSize };
  // "RIFF" and "WEBP".
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return { format: 'webp', size: webpSize };
  return undefined;
}

function pngSize(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments to the frame header (SOF0 to SOF15, without the tables DHT, JPG and DAC). */
function jpegSize(view: DataView): Size {
  let at = 2;
  for (;;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker < 0xff00 || marker === 0xffda) return null;
    at += 2 + view.getUint16(at + 2);
  }
}

/** The three forms of WebP: lossy `VP8 `, lossless `VP8L`, extended `VP8X`. */
function webpSize(view: DataView): Size {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858:
      return {
        width: 1 + view.getUint16(24, true) + (view.getUint8(26) << 16),
        height: 1 + view.getUint16(27, true) + (view.getUint8(29) << 16),
      };
    default:
      return null;
  }
}
