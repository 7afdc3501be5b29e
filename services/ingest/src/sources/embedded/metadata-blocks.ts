import type { FileHandle } from 'node:fs/promises';
import { imageFormatOf, type ImageFormat } from '@imagesearch/service-kit/image/image-format';
import { partsOf, type ImagePart } from '@imagesearch/service-kit/image/image-parts';
import { IPTC_RESOURCE, resourcesIn } from '@imagesearch/service-kit/image/iptc-record';
import { type CarriedMetadata, metadataJpeg } from '../../images/carried-metadata.js';
import { boxesIn, heifItems } from '../../images/heif.js';
import { fileFormatOf } from '../../images/served-image.js';
import { readTiffDirectory } from '../../images/tiff.js';
import { type FilePath, openRegular } from '../files/file-path.js';

/** Metadata stands in the head of nearly every file; in a PNG it may follow the pixels and is then not seen. */
const HEAD_BYTES = 1024 * 1024;
/** Far more than a camera or an editor writes. */
const BLOCK_BYTES_MAX = 1024 * 1024;
/** A TIFF has its tags anywhere. */
const TIFF_BYTES_MAX = 128 * 1024 * 1024;

/** The parts of a file that describe its image. */
export interface MetadataBlocks {
  /** A TIFF block. */
  exif?: Buffer | undefined;
  /** A small image file that holds XMP and IPTC only. */
  described?: Buffer | undefined;
  /** The same of a file that is converted, for its copy. */
  carried?: CarriedMetadata;
}

/** Reads a file's metadata and never its pixels. */
export async function readMetadataBlocks(path: FilePath): Promise<MetadataBlocks> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    return await blocksOf(size, (from, bytes) => readPart(file, from, bytes));
  } finally {
    await file.close();
  }
}

/** The same of a file in memory. */
export function metadataBlocksIn(file: Buffer): Promise<MetadataBlocks> {
  return blocksOf(file.byteLength, (from, bytes) => Promise.resolve(file.subarray(from, from + bytes)));
}

type Read = (from: number, bytes: number) => Promise<Buffer>;

async function readPart(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

async function blocksOf(size: number, read: Read): Promise<MetadataBlocks> {
  const head = await read(0, HEAD_BYTES);
  const format = fileFormatOf(head);
  if (format === 'tiff') return ofTiff(size, read);
  if (format === 'heic' || format === 'avif') return ofHeif(head, read);
  if (format === 'jxl') return ofJxl(head);
  if (format === 'gif') return ofGif(head);
  const served = imageFormatOf(head);
  if (served === undefined) return {};
  return { exif: exifIn(head, served), described: describingParts(head) };
}

const EXIF_PARTS: Record<ImageFormat, string> = { jpeg: 'e1', png: 'eXIf', webp: 'EXIF' };
const EXIF_PREFIX = 'Exif\0\0';

function exifIn(head: Buffer, format: ImageFormat): Buffer | undefined {
  for (const { kind, dataStart, dataEnd } of partsOf(head, format)) {
    if (kind !== EXIF_PARTS[format]) continue;
    const data = head.subarray(dataStart, dataEnd);
    if (hasPrefix(data)) return data.subarray(EXIF_PREFIX.length);
    // In a JPEG the same kind of part also holds XMP.
    if (format !== 'jpeg') return data;
  }
  return undefined;
}

const hasPrefix = (data: Buffer): boolean => data.toString('latin1', 0, EXIF_PREFIX.length) === EXIF_PREFIX;

/** What is carried, in both forms. */
const described = (carried: CarriedMetadata): MetadataBlocks => ({
  described: metadataJpeg(carried),
  carried,
});

/** Tags of XMP, of an IPTC record, and of Photoshop's resources, one of which may be such a record. */
const [XMP_TAG, IPTC_TAG, RESOURCES_TAG] = [700, 33_723, 34_377];

async function ofTiff(size: number, read: Read): Promise<MetadataBlocks> {
  if (size > TIFF_BYTES_MAX) return {};
  const exif = await read(0, size);
  const bytes = (tag: number): Buffer | undefined => readTiffDirectory(exif)?.bytes(tag, BLOCK_BYTES_MAX);
  const resources = [...resourcesIn(bytes(RESOURCES_TAG) ?? Buffer.alloc(0))];
  const iptc = bytes(IPTC_TAG) ?? resources.find(({ id }) => id === IPTC_RESOURCE)?.data;
  return { exif, ...described({ xmp: bytes(XMP_TAG), iptc }) };
}

async function ofHeif(head: Buffer, readAt: Read): Promise<MetadataBlocks> {
  const items = heifItems(head);
  const read = async (kind: string, contentType = ''): Promise<Buffer | undefined> => {
    const item = items.find((one) => one.kind === kind && one.contentType === contentType);
    if (item === undefined || item.length > BLOCK_BYTES_MAX) return undefined;
    return readAt(item.offset, item.length);
  };
  const exif = await read('Exif');
  return {
    exif: exif && afterOffset(exif),
    ...described({ xmp: await read('mime', 'application/rdf+xml') }),
  };
}

function ofJxl(head: Buffer): MetadataBlocks {
  const dataOf = (kind: string): Buffer | undefined => boxesIn(head).find((box) => box.kind === kind)?.data;
  const exif = dataOf('Exif');
  return { exif: exif && afterOffset(exif), ...described({ xmp: dataOf('xml ') }) };
}

/** An application extension without sub-blocks: the packet, and then bytes that end any reader of them (XMP part 3, 1.1.2). */
const GIF_XMP = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1');
const GIF_XMP_END = Buffer.from([0x01, 0xff, 0xfe]);

function ofGif(head: Buffer): MetadataBlocks {
  const at = head.indexOf(GIF_XMP);
  const end = at === -1 ? -1 : head.indexOf(GIF_XMP_END, at);
  return described(end === -1 ? {} : { xmp: head.subarray(at + GIF_XMP.length, end) });
}

/** EXIF in a box begins with the distance to its TIFF header. */
function afterOffset(block: Buffer): Buffer | undefined {
  if (block.length < 4) return undefined;
  const data = block.subarray(4 + block.readUInt32BE(0));
  return hasPrefix(data) ? data.subarray(EXIF_PREFIX.length) : data;
}

/**
 * A copy of a file's head with nothing in it but the parts that hold XMP or IPTC, a few of them. Everything else, EXIF
 * and other texts above all, is never parsed or inflated: files made for that cost gigabytes.
 */
function describingParts(head: Buffer): Buffer | undefined {
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
