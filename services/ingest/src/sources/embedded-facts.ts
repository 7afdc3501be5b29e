import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import ExifReader from 'exifreader';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { z } from 'zod';
import { describingParts } from './describing-parts.js';
import type { SourceFacts } from './to-item.js';

/** Metadata stands in the head of a JPEG or WebP file; in a PNG it may follow the pixels and is then not seen. */
const HEAD_BYTES = 1024 * 1024;
/** What compressed text may grow to. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;
const inflate = promisify(zlib.inflate);

type EmbeddedFacts = Partial<
  Pick<
    SourceFacts,
    | 'title'
    | 'description'
    | 'tags'
    | 'creator'
    | 'creatorUrl'
    | 'license'
    | 'licenseUrl'
    | 'sourceUrl'
    | 'aiGenerated'
  >
>;

/**
 * What an image says of itself in its IPTC and XMP fields (IPTC Photo Metadata Standard). A copyright notice is no
 * licence: only a statement of usage terms, or a licence's address, counts as one.
 */
export async function readEmbeddedFacts(path: string): Promise<EmbeddedFacts> {
  const { iptc, xmp } = await readTags(path);
  const first = (...values: (string | undefined)[]) => values.find((value) => value !== undefined);
  const facts: Record<keyof EmbeddedFacts, EmbeddedFacts[keyof EmbeddedFacts] | undefined> = {
    title: first(textOf(xmp['title']), textOf(iptc['Object Name']), textOf(iptc['Headline'])),
    description: first(textOf(xmp['description']), textOf(iptc['Caption/Abstract'])),
    tags: listOf(xmp['subject']) ?? listOf(iptc['Keywords']),
    creator: first(textOf(xmp['creator']), textOf(iptc['By-line'])),
    creatorUrl: addressOf(xmp['CreatorContactInfo']),
    license: textOf(xmp['UsageTerms']),
    licenseUrl: webAddressIn(first(textOf(xmp['license']), textOf(xmp['WebStatement']))),
    sourceUrl: webAddressIn(textOf(xmp['source'])),
    aiGenerated: SYNTHETIC.test(textOf(xmp['DigitalSourceType']) ?? '') || undefined,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** IPTC's terms for what a model drew, whole or in part (NewsCodes, digitalsourcetype). */
const SYNTHETIC = /(?:trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)$/i;

interface Tags {
  iptc: Record<string, unknown>;
  xmp: Record<string, unknown>;
}

async function readTags(path: string): Promise<Tags> {
  try {
    const described = describingParts(await readHead(path));
    if (described === undefined) return { iptc: {}, xmp: {} };
    const { iptc = {}, xmp, pngText = {} } = await load(described);
    return { iptc: { ...iptc }, xmp: { ...(xmp ?? (await packetIn(pngText))) } };
  } catch {
    // No metadata, or none that can be read: the image itself may be well.
    return { iptc: {}, xmp: {} };
  }
}

/** Asynchronous, because only then compressed text is read. */
function load(bytes: Buffer): Promise<ExifReader.ExpandedTags> {
  return ExifReader.load(bytes, {
    expanded: true,
    async: true,
    decompress: { deflate: (text: Uint8Array) => inflate(text, { maxOutputLength: TEXT_BYTES_MAX }) },
  });
}

/** XMP in a PNG's compressed text, where libvips puts it; its bytes come as Latin-1 and are UTF-8. */
async function packetIn(pngText: Record<string, unknown>): Promise<object | undefined> {
  const packet = textOf(pngText['XML:com.adobe.xmp']);
  return packet === undefined ? undefined : (await load(Buffer.from(packet, 'latin1'))).xmp;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const tagSchema = z.object({ value: z.unknown(), description: z.unknown() }).partial();

/** A tag as one text; several values are several people or parts. */
function textOf(tag: unknown): string | undefined {
  const list = listOf(tag);
  return list === undefined ? undefined : list.join(', ');
}

function listOf(tag: unknown): string[] | undefined {
  const tags = Array.isArray(tag) ? (tag as unknown[]) : [tag];
  const texts = tags.flatMap((entry) => textsIn(entry)).map((text) => text.trim());
  const filled = texts.filter((text) => text !== '');
  return filled.length === 0 ? undefined : filled;
}

function textsIn(entry: unknown): string[] {
  const { success, data } = tagSchema.safeParse(entry);
  if (!success) return [];
  if (Array.isArray(data.value) && data.value.every((part) => tagSchema.safeParse(part).success))
    return data.value.flatMap((part) => textsIn(part));
  return typeof data.description === 'string' ? [data.description] : [];
}

function addressOf(contact: unknown): string | undefined {
  const { success, data } = tagSchema.safeParse(contact);
  const fields = success ? z.record(z.string(), z.unknown()).safeParse(data.value) : undefined;
  return webAddressIn(textOf(fields?.data?.['CiUrlWork']));
}

/** The one web address that a field holds, if that is all it holds. */
function webAddressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/\S+$/.test(text) && parseAddress(text) ? text : undefined;
}
