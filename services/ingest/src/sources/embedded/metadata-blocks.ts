import type { FileHandle } from 'node:fs/promises';
import { describedBy, recordIn, type Described } from '@imagesearch/service-kit/image/described-by';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import { readTiffDirectory, tiffOf } from '@imagesearch/service-kit/image/tiff-directory';
import { boxesIn, heifItems } from '../../images/heif.js';
import { fileFormatOf } from '../../images/served-image.js';
import { openRegular } from '../files/file-path.js';

/** Metadata stands in the head of nearly every file; in a PNG it may follow the pixels and is then not seen. */
const HEAD_BYTES = 1024 * 1024;
/** Far more than a camera or an editor writes. */
const BLOCK_BYTES_MAX = 1024 * 1024;
/** A TIFF has its tags anywhere. */
const TIFF_BYTES_MAX = 128 * 1024 * 1024;

/** Reads a file's metadata and never its pixels. */
export async function readMetadataBlocks(path: string): Promise<Described> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    return await blocksOf(size, (from, bytes) => readPart(file, from, bytes));
  } finally {
    await file.close();
  }
}

/** The same of a file in memory. */
export function metadataBlocksIn(file: Buffer): Promise<Described> {
  return blocksOf(file.byteLength, (from, bytes) => Promise.resolve(file.subarray(from, from + bytes)));
}

type Read = (from: number, bytes: number) => Promise<Buffer>;

async function readPart(file: FileHandle, from: number, bytes: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, from);
  return buffer.subarray(0, bytesRead);
}

async function blocksOf(size: number, read: Read): Promise<Described> {
  const head = await read(0, HEAD_BYTES);
  const format = fileFormatOf(head);
  if (format === 'tiff') return ofTiff(size, read);
  if (format === 'heic' || format === 'avif') return ofHeif(head, read);
  if (format === 'jxl') return ofJxl(head);
  if (format === 'gif') return ofGif(head);
  const served = imageFormatOf(head);
  return served === undefined ? {} : describedBy(head, served);
}

/** Tags of XMP, of an IPTC record, and of Photoshop's resources, one of which may be such a record. */
const [XMP_TAG, IPTC_TAG, RESOURCES_TAG] = [700, 33_723, 34_377];

async function ofTiff(size: number, read: Read): Promise<Described> {
  if (size > TIFF_BYTES_MAX) return {};
  const exif = await read(0, size);
  const bytes = (tag: number): Buffer | undefined => readTiffDirectory(exif)?.bytes(tag, BLOCK_BYTES_MAX);
  const iptc = bytes(IPTC_TAG) ?? recordIn(bytes(RESOURCES_TAG) ?? Buffer.alloc(0));
  return { exif, xmp: bytes(XMP_TAG), iptc };
}

async function ofHeif(head: Buffer, readAt: Read): Promise<Described> {
  const items = heifItems(head);
  const read = async (kind: string, contentType = ''): Promise<Buffer | undefined> => {
    const item = items.find((one) => one.kind === kind && one.contentType === contentType);
    if (item === undefined || item.length > BLOCK_BYTES_MAX) return undefined;
    return readAt(item.offset, item.length);
  };
  const exif = await read('Exif');
  return { exif: exif && afterOffset(exif), xmp: await read('mime', 'application/rdf+xml') };
}

function ofJxl(head: Buffer): Described {
  const dataOf = (kind: string): Buffer | undefined => boxesIn(head).find((box) => box.kind === kind)?.data;
  const exif = dataOf('Exif');
  return { exif: exif && afterOffset(exif), xmp: dataOf('xml ') };
}

/** An application extension without sub-blocks: the packet, and then bytes that end any reader of them (XMP part 3, 1.1.2). */
const GIF_XMP = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1');
const GIF_XMP_END = Buffer.from([0x01, 0xff, 0xfe]);

function ofGif(head: Buffer): Described {
  const at = head.indexOf(GIF_XMP);
  const end = at === -1 ? -1 : head.indexOf(GIF_XMP_END, at);
  return end === -1 ? {} : { xmp: head.subarray(at + GIF_XMP.length, end) };
}

/** EXIF in a box begins with the distance to its TIFF header. */
function afterOffset(block: Buffer): Buffer | undefined {
  return block.length < 4 ? undefined : tiffOf(block.subarray(4 + block.readUInt32BE(0)));
}
