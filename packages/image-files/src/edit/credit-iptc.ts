import {
  APPLICATION,
  datasetOf,
  datasetsIn,
  IPTC_FIELD,
  IPTC_RESOURCE,
  resourceOf,
  resourcesIn,
  textOf,
  type Dataset,
} from '../metadata/iptc.js';
import { isTermsOfCredit, type Credit, type CreditedXmp } from './credit-xmp.js';
import { RESOURCES_BYTES_MAX } from './edit.js';

/** The credit, with the terms and the copyright notice that the XMP packet has. */
type Words = Pick<Credit, 'title' | 'creator' | 'line' | 'source'> & Omit<CreditedXmp, 'xmp'>;

/** The digest of an IPTC record: a reader that finds another one ignores the record. */
const IPTC_DIGEST = 0x0425;

/**
 * Photoshop's image resources with the credit in their IPTC record, for readers that know no XMP. The record's other fields
 * stay, and so do other resources, such as clipping paths.
 * @returns the data of one or more segments, each of which starts with a resource.
 */
export function creditedResources(block: Buffer, words: Words): Buffer[] {
  const resources = [...resourcesIn(block)];
  const given = resources.find(({ id }) => id === IPTC_RESOURCE)?.data;
  const others = resources.filter(({ id }) => id !== IPTC_RESOURCE && id !== IPTC_DIGEST);
  const merged = resourceOf(IPTC_RESOURCE, creditedRecord(words, given));
  // A record that fills a segment by itself makes way for the credit alone.
  const record =
    merged.length <= RESOURCES_BYTES_MAX ? merged : resourceOf(IPTC_RESOURCE, creditedRecord(words));
  const segments: Buffer[] = [];
  for (const bytes of [record, ...others.map((other) => other.bytes)]) {
    const last = segments.at(-1);
    if (last !== undefined && last.length + bytes.length <= RESOURCES_BYTES_MAX) {
      segments[segments.length - 1] = Buffer.concat([last, bytes]);
    } else if (bytes.length <= RESOURCES_BYTES_MAX) segments.push(bytes);
  }
  return segments;
}

const UTF_8 = Buffer.from([0x1b, 0x25, 0x47]);
const RECORD_VERSION = Buffer.from([0, 4]);
const ENVELOPE = 1;
const CHARACTER_SET = 90;
const VERSION = 0;

/** An IPTC record in UTF-8. A longer text than a field holds is cut and ends in three dots; the XMP packet has it whole. */
export function creditedRecord(words: Words, given: Buffer = Buffer.alloc(0)): Buffer {
  const fields = [...datasetsIn(given)];
  const own = ownFields(words).filter(({ number, isFilled }) => !(isFilled && hasOwnWords(fields, number)));
  const replaced = new Set([VERSION, ...own.map(({ number }) => number)]);
  const kept = fields.filter(({ record, number }) => record === APPLICATION && !replaced.has(number));
  return Buffer.concat([
    datasetOf(ENVELOPE, CHARACTER_SET, UTF_8),
    datasetOf(APPLICATION, VERSION, RECORD_VERSION),
    ...own.map(({ number, data }) => datasetOf(APPLICATION, number, data)),
    ...kept.map(({ number, data }) => datasetOf(APPLICATION, number, Buffer.from(textOf(data)))),
  ]);
}

const hasOwnWords = (fields: readonly Dataset[], number: number): boolean =>
  fields.some(
    (field) =>
      field.record === APPLICATION &&
      field.number === number &&
      !isTermsOfCredit(field.data.toString('utf8')),
  );

interface OwnField {
  number: number;
  data: Buffer;
  /** Written only where the file says nothing itself. */
  isFilled: boolean;
}

/** Number and size limit, in bytes, of each field of the record that is written (IPTC IIM 4.2). */
function ownFields({ title, creator, line, terms, source, copyright }: Words): OwnField[] {
  const rows: [number: number, bytesMax: number, text: string | null, isFilled?: boolean][] = [
    [IPTC_FIELD.objectName, 64, title],
    [IPTC_FIELD.specialInstructions, 256, terms, true],
    [IPTC_FIELD.byline, 32, creator],
    [IPTC_FIELD.credit, 32, line],
    [IPTC_FIELD.source, 32, source],
    [IPTC_FIELD.copyrightNotice, 128, copyright, true],
  ];
  return rows.flatMap(([number, bytesMax, text, isFilled = false]) =>
    text === null ? [] : [{ number, data: cut(text, bytesMax), isFilled }],
  );
}

const DOTS = '...';

/** At most so many bytes of UTF-8, without a broken character at the end. */
function cut(text: string, bytesMax: number): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length <= bytesMax) return bytes;
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytesMax - DOTS.length) break;
    kept += character;
  }
  return Buffer.from(kept + DOTS);
}
