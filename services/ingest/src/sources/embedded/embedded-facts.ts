import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import ExifReader from 'exifreader';
import { z } from 'zod';
import type { FilePath } from '../files/file-path.js';
import type { SourceFacts } from '../to-item.js';
import { readExifFacts, type ExifFacts } from './exif-facts.js';
import { DESCRIBED_BYTES_MAX, readMetadataBlocks, type MetadataBlocks } from './metadata-blocks.js';

const inflate = promisify(zlib.inflate);

export type EmbeddedFacts = Partial<
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
    | 'created'
  >
>;

/**
 * What an image says of itself in its XMP, IPTC (IPTC Photo Metadata Standard) and EXIF fields, in this order. A
 * copyright notice is no licence: only a statement of usage terms, or a licence's address, counts as one.
 */
export async function readEmbeddedFacts(path: FilePath): Promise<EmbeddedFacts> {
  const { iptc, xmp, exif } = await readFields(path);
  const first = (...values: (string | undefined)[]) => values.find((value) => value !== undefined);
  const creator = first(textOf(xmp['creator']), textOf(iptc['By-line']), exif?.creator);
  const facts: Record<keyof EmbeddedFacts, EmbeddedFacts[keyof EmbeddedFacts] | undefined> = {
    title: first(textOf(xmp['title']), textOf(iptc['Object Name']), textOf(iptc['Headline']), exif?.title),
    description: first(textOf(xmp['description']), textOf(iptc['Caption/Abstract']), exif?.description),
    tags: listOf(xmp['subject']) ?? listOf(iptc['Keywords']) ?? exif?.tags,
    creator: withCredit(creator, first(textOf(xmp['Credit']), textOf(iptc['Credit']))),
    creatorUrl: addressOf(xmp['CreatorContactInfo']),
    license: textOf(xmp['UsageTerms']),
    licenseUrl: webAddressIn(first(textOf(xmp['license']), textOf(xmp['WebStatement']))),
    sourceUrl: webAddressIn(textOf(xmp['source'])),
    aiGenerated: SYNTHETIC.test(textOf(xmp['DigitalSourceType']) ?? '') || undefined,
    created: first(momentIn(textOf(xmp['DateCreated'])), exif?.created, dayIn(textOf(iptc['Date Created']))),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** The credit line that a supplier asks for names the creator, or stands behind the name: `Ada Martin / Agency`. */
function withCredit(creator: string | undefined, credit: string | undefined): string | undefined {
  if (creator === undefined || credit === undefined) return creator ?? credit;
  return credit.includes(creator) ? credit : `${creator} / ${credit}`;
}

/** XMP dates have the form of ISO 8601, sometimes with parts of a second. */
function momentIn(text: string | undefined): string | undefined {
  return text?.trim().replace(/(T\d{2}:\d{2}:\d{2})\.\d+/, '$1');
}

/** IPTC has days as `20240501`, and the reader may have split them already. */
function dayIn(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text?.trim() ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** IPTC's terms for what a model drew, whole or in part (NewsCodes, digitalsourcetype). */
const SYNTHETIC = /(?:trainedAlgorithmicMedia|compositeWithTrainedAlgorithmicMedia)$/i;

interface Fields {
  iptc: Record<string, unknown>;
  xmp: Record<string, unknown>;
  exif: ExifFacts | undefined;
}

async function readFields(path: FilePath): Promise<Fields> {
  const { exif, described } = await readMetadataBlocks(path).catch(() => NO_BLOCKS);
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
    // No metadata, or none that can be read: the image itself may be well.
    return { iptc: {}, xmp: {} };
  }
}

/** Asynchronous, because only then compressed text is read. */
function load(bytes: Buffer): Promise<ExifReader.ExpandedTags> {
  return ExifReader.load(bytes, {
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
