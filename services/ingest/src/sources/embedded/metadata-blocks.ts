import { brotliDecompressSync } from 'node:zlib';
import { describedBy, recordIn, type Described } from '@imagesearch/service-kit/image/described-by';
import { imageFormatOf } from '@imagesearch/service-kit/image/image-format';
import { tiffOf } from '@imagesearch/service-kit/image/tiff-directory';
import { XMP_BYTES_MAX } from '@imagesearch/service-kit/image/xmp-packet';
import { namesRights } from '@imagesearch/service-kit/image/xmp-parts';
import { boxesIn, describingItems } from '../../images/heif.js';
import { tiffPages } from '../../images/tiff-pages.js';
import { fileFormatOf } from '../../images/served-image.js';

/** Far more than a camera or an editor writes, of one kind. */
const BLOCK_BYTES_MAX = XMP_BYTES_MAX;

/** What a file says of its image, wherever its format puts that; the pixels are stepped over. */
export function metadataIn(file: Buffer): Described {
  try {
    return describe(file);
  } catch {
    // A number in the file points beyond its end.
    return { isUnread: true };
  }
}

function describe(file: Buffer): Described {
  const format = fileFormatOf(file);
  if (format === 'tiff') return ofTiff(file);
  if (format === 'heic' || format === 'avif') return ofHeif(file);
  if (format === 'jxl') return ofJxl(file);
  if (format === 'gif') return ofGif(file);
  const served = imageFormatOf(file);
  return served === undefined ? {} : describedBy(file, served);
}

/** Tags of XMP, of an IPTC record, and of Photoshop's resources, one of which may be such a record. */
const [XMP_TAG, IPTC_TAG, RESOURCES_TAG] = [700, 33_723, 34_377];

function ofTiff(exif: Buffer): Described {
  const pages = tiffPages(exif);
  const bytes = (tag: number): Buffer | undefined =>
    pages.map((page) => page.bytes(tag, BLOCK_BYTES_MAX)).find((found) => found !== undefined);
  const packets = pages
    .filter((page) => page.find(XMP_TAG) !== undefined)
    .map((page) =>
      (page.find(XMP_TAG)?.bytes ?? 0) > BLOCK_BYTES_MAX ? undefined : page.bytes(XMP_TAG, BLOCK_BYTES_MAX),
    );
  return {
    exif,
    xmp: packetIn(packets),
    iptc: bytes(IPTC_TAG) ?? recordIn(bytes(RESOURCES_TAG) ?? Buffer.alloc(0)),
    isUnread: packets.includes(undefined),
  };
}

function ofHeif(file: Buffer): Described {
  const items = describingItems(file, BLOCK_BYTES_MAX);
  const xmp = items.filter(({ contentType }) => contentType === 'application/rdf+xml');
  const exif = items.find(({ kind }) => kind === 'Exif')?.data;
  return {
    exif: exif && afterOffset(exif),
    xmp: packetIn(xmp.map(({ data }) => data)),
    isUnread: xmp.some(({ data }) => data === undefined),
  };
}

/** Those of a depth map or of another image beside the pictured one say nothing of rights. */
function packetIn(packets: readonly (Buffer | undefined)[]): Buffer | undefined {
  const read = packets.filter((packet) => packet !== undefined);
  return read.find(namesRights) ?? read[0];
}

function ofJxl(file: Buffer): Described {
  const boxes = boxesIn(file).map(({ kind, data }) =>
    kind === 'brob'
      ? { kind: data.toString('latin1', 0, 4), data: decompressed(data.subarray(4)) }
      : { kind, data },
  );
  const dataOf = (wanted: string) => boxes.filter(({ kind }) => kind === wanted).map(({ data }) => data);
  const exif = dataOf('Exif').find((data) => data !== undefined);
  const described = boxes.filter(({ kind }) => ['Exif', 'xml ', 'jumb'].includes(kind));
  return {
    exif: exif && afterOffset(exif),
    xmp: packetIn(dataOf('xml ')),
    isUnread: described.some(({ data }) => data === undefined),
  };
}

/** Undefined for what is broken, or larger than any block that is read. */
function decompressed(data: Buffer): Buffer | undefined {
  try {
    return brotliDecompressSync(data, { maxOutputLength: BLOCK_BYTES_MAX });
  } catch {
    return undefined;
  }
}

/** An application extension without sub-blocks: the packet, and then bytes that end any reader of them (XMP part 3, 1.1.2). */
const GIF_XMP = Buffer.from('!\xff\x0bXMP DataXMP', 'latin1');
const GIF_XMP_END = Buffer.from([0x01, 0xff, 0xfe]);

function ofGif(file: Buffer): Described {
  const at = file.indexOf(GIF_XMP);
  if (at === -1) return {};
  const end = file.indexOf(GIF_XMP_END, at);
  return end === -1 ? { isUnread: true } : { xmp: file.subarray(at + GIF_XMP.length, end) };
}

/** EXIF in a box begins with the distance to its TIFF header. */
function afterOffset(block: Buffer): Buffer | undefined {
  return block.length < 4 ? undefined : tiffOf(block.subarray(4 + block.readUInt32BE(0)));
}
