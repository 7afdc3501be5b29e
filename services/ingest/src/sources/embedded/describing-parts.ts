import { partsOf, type ImagePart } from '@imagesearch/service-kit/image/image-parts';
import { imageFormatOf, type ImageFormat } from '@imagesearch/service-kit/image/image-format';

/**
 * A copy of a file's head with nothing in it but the parts that hold XMP or IPTC, a few of them. Everything else, EXIF
 * and other texts above all, is never parsed or inflated: files made for that cost gigabytes.
 */
export function describingParts(head: Buffer): Buffer | undefined {
  const format = imageFormatOf(head);
  if (format === undefined) return undefined;
  const { isKept, partsMax } = RULES[format];
  const kept: Buffer[] = [];
  let [described, describedBytes] = [0, 0];
  let start: number | undefined;
  for (const part of partsOf(head, format)) {
    start ??= part.start;
    const holdsText = isKept(part, head);
    if (holdsText) {
      described += 1;
      describedBytes += part.end - part.start;
    }
    if (described > partsMax || describedBytes > DESCRIBED_BYTES_MAX) break;
    if (holdsText || FRAMES.has(part.kind)) kept.push(head.subarray(part.start, part.end));
  }
  return Buffer.concat([head.subarray(0, start), ...kept]);
}

/** Editors write a few KiB. A reader of XMP takes seconds for a megabyte of namespaces. */
export const DESCRIBED_BYTES_MAX = 256 * 1024;

/** Headers without which a reader does not know the format again. */
const FRAMES = new Set(['IHDR', 'VP8X']);

interface Rule {
  isKept: (part: ImagePart, head: Buffer) => boolean;
  partsMax: number;
}

const RULES: Record<ImageFormat, Rule> = {
  // XMP may be spread over several segments of 64 KiB.
  jpeg: {
    isKept: (part, head) => part.kind === 'ed' || (part.kind === 'e1' && beginsWith(part, head, XMP_ADDRESS)),
    partsMax: 20,
  },
  // Each may be compressed.
  png: {
    isKept: (part, head) =>
      PNG_TEXTS.has(part.kind) && PNG_KEYWORDS.some((keyword) => beginsWith(part, head, `${keyword}\0`)),
    partsMax: 3,
  },
  webp: { isKept: ({ kind }) => kind === 'XMP ', partsMax: 1 },
};

/** How both kinds of XMP segment begin, the packet and its extension. */
const XMP_ADDRESS = 'http://ns.adobe.com/';
const PNG_TEXTS = new Set(['iTXt', 'zTXt', 'tEXt']);
const PNG_KEYWORDS = ['XML:com.adobe.xmp', 'Raw profile type iptc', 'Raw profile type xmp'];

const beginsWith = ({ dataStart, dataEnd }: ImagePart, head: Buffer, text: string): boolean =>
  head.toString('latin1', dataStart, Math.min(dataEnd, dataStart + text.length)) === text;
