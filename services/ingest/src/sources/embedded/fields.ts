import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import ExifReader from 'exifreader';
import { z } from 'zod';
import { readExifFacts, type ExifFacts } from './exif-facts.js';
import { DESCRIBED_BYTES_MAX, type MetadataBlocks } from './metadata-blocks.js';

const inflate = promisify(zlib.inflate);

/** The fields of a file's metadata, by their names without a namespace. */
export interface Fields {
  iptc: Record<string, unknown>;
  xmp: Record<string, unknown>;
  exif: ExifFacts | undefined;
}

/** None of what cannot be read: the image itself may be well. */
export async function readFields(blocks: Promise<MetadataBlocks>): Promise<Fields> {
  const { exif, described } = await blocks.catch(() => NO_BLOCKS);
  const { iptc, xmp } = await readTags(described);
  return { iptc, xmp, exif: exif && readExifFacts(exif) };
}

const NO_BLOCKS: MetadataBlocks = {};

async function readTags(described: Buffer | undefined): Promise<Omit<Fields, 'exif'>> {
  try {
    if (described === undefined || described.length > DESCRIBED_BYTES_MAX) return { iptc: {}, xmp: {} };
    const { iptc = {}, xmp, pngText = {} } = await load(described);
    return { iptc: { ...iptc }, xmp: { ...(xmp ?? (await packetIn(pngText))) } };
  } catch {
    return { iptc: {}, xmp: {} };
  }
}

/** XMP by itself is known by this head, which not every program writes. */
const PACKET_HEAD = Buffer.from('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>');
const LESS_THAN = 0x3c;

/** Asynchronous, because only then compressed text is read. */
function load(bytes: Buffer): Promise<ExifReader.ExpandedTags> {
  return ExifReader.load(bytes[0] === LESS_THAN ? Buffer.concat([PACKET_HEAD, bytes]) : bytes, {
    expanded: true,
    async: true,
    decompress: { deflate: (text: Uint8Array) => inflate(text, { maxOutputLength: DESCRIBED_BYTES_MAX }) },
  });
}

/** XMP in a PNG's compressed text, where libvips puts it; its bytes come as Latin-1 and are UTF-8. */
async function packetIn(pngText: Record<string, unknown>): Promise<object | undefined> {
  const packet = textOf(pngText['XML:com.adobe.xmp']);
  return packet === undefined ? undefined : (await load(Buffer.from(packet, 'latin1'))).xmp;
}

const tagSchema = z.object({ value: z.unknown(), description: z.unknown() }).partial();

/** The mark of a text in no certain language, which some programs write for the text too. */
const NO_LANGUAGE = 'x-default';

/** A tag as one text; several values are several people or parts. */
export function textOf(tag: unknown): string | undefined {
  const list = listOf(tag);
  return list === undefined ? undefined : list.join(', ');
}

export function listOf(tag: unknown): string[] | undefined {
  const tags = Array.isArray(tag) ? (tag as unknown[]) : [tag];
  const texts = tags.flatMap((entry) => textsIn(entry)).map((text) => text.trim());
  const filled = texts.filter((text) => text !== '' && text !== NO_LANGUAGE);
  return filled.length === 0 ? undefined : filled;
}

function textsIn(entry: unknown): string[] {
  const { success, data } = tagSchema.safeParse(entry);
  if (!success) return [];
  if (Array.isArray(data.value) && data.value.every((part) => tagSchema.safeParse(part).success))
    return data.value.flatMap((part) => textsIn(part));
  return typeof data.description === 'string' ? [data.description] : [];
}

/** A field of a structure, or of the first in a list of structures. */
export function partOf(tag: unknown, field: string): unknown {
  const value = tagSchema.safeParse(tag).data?.value;
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return z.record(z.string(), z.unknown()).safeParse(first).data?.[field];
}

/** The one web address that a field holds, if that is all it holds. */
export function webAddressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/\S+$/.test(text) && parseAddress(text) ? text : undefined;
}
