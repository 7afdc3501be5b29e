import type { Credit } from './credit.js';

/** Namespaces of the properties; see the XMP specification, the IPTC Photo Metadata Standard and ccREL. */
const NAMESPACES = {
  dc: 'http://purl.org/dc/elements/1.1/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  cc: 'http://creativecommons.org/ns#',
} as const;

/**
 * The credit as an XMP packet: the IPTC Core properties title, creator, credit line, source, copyright notice and usage
 * terms, and the licence in the vocabulary of Creative Commons. XML of UTF-8, at most about 50 KiB.
 */
export function xmpPacket(credit: Credit): Buffer {
  const { assetId, title, creator, line, terms, deedUrl, provenanceUrl, source, isMarked } = credit;
  const properties = [
    title === null ? '' : alternatives('dc:title', title),
    creator === null
      ? ''
      : `<dc:creator><rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    alternatives('dc:rights', line ?? terms),
    simple('dc:source', provenanceUrl),
    simple('dc:identifier', assetId),
    simple('photoshop:Credit', line),
    simple('photoshop:Source', source),
    simple('xmpRights:Marked', isMarked === null ? null : isMarked ? 'True' : 'False'),
    simple('xmpRights:WebStatement', deedUrl ?? provenanceUrl),
    alternatives('xmpRights:UsageTerms', terms),
    resource('cc:license', deedUrl),
    simple('cc:attributionName', creator),
    resource('cc:attributionURL', provenanceUrl),
  ];
  const names = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
  return Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
      `<rdf:Description rdf:about="" ${names.join(' ')}>${properties.join('')}</rdf:Description>` +
      `</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );
}

function simple(name: string, value: string | null): string {
  return value === null ? '' : `<${name}>${escaped(value)}</${name}>`;
}

function alternatives(name: string, value: string): string {
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(value)}</rdf:li></rdf:Alt></${name}>`;
}

function resource(name: string, address: string | null): string {
  return address === null ? '' : `<${name} rdf:resource="${escaped(address).replaceAll('"', '&quot;')}"/>`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Foreign text as the content of an element. Half of a surrogate pair and two code points are no characters of XML. */
function escaped(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
    .replace(/[\uFFFE\uFFFF]/g, '');
}

/** Name and size limit, in bytes, of each dataset of record 2 that is written (IPTC IIM 4.2). */
const DATASETS = {
  objectName: { number: 5, bytesMax: 64 },
  specialInstructions: { number: 40, bytesMax: 256 },
  byline: { number: 80, bytesMax: 32 },
  credit: { number: 110, bytesMax: 32 },
  source: { number: 115, bytesMax: 32 },
  copyrightNotice: { number: 116, bytesMax: 128 },
} as const;

const TAG = 0x1c;
const UTF_8 = Buffer.from([0x1b, 0x25, 0x47]);
const RECORD_VERSION = Buffer.from([0, 4]);

/**
 * The credit as an IPTC IIM record, for readers that know no XMP. Its fields are short: a longer text is cut and ends in
 * three dots, and the whole text is in the XMP packet.
 */
export function iptcRecord({ title, creator, line, terms, source }: Credit): Buffer {
  const texts: [keyof typeof DATASETS, string | null][] = [
    ['objectName', title],
    ['specialInstructions', terms],
    ['byline', creator],
    ['credit', line],
    ['source', source],
    ['copyrightNotice', line ?? terms],
  ];
  return Buffer.concat([
    dataset(1, 90, UTF_8),
    dataset(2, 0, RECORD_VERSION),
    ...texts.map(([name, text]) => {
      const { number, bytesMax } = DATASETS[name];
      return text === null ? Buffer.alloc(0) : dataset(2, number, cut(text, bytesMax));
    }),
  ]);
}

function dataset(record: number, number: number, data: Buffer): Buffer {
  const head = Buffer.from([TAG, record, number, 0, 0]);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
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

const SIGNATURE = '8BIM';
const IPTC = 0x0404;
/** The digest of an IPTC record: a reader that finds another one ignores the record. */
const IPTC_DIGEST = 0x0425;
const NO_NAME = Buffer.alloc(2);
/** What a JPEG segment holds, less its prefix. */
const SEGMENT_BYTES_MAX = 65_000;

/**
 * Photoshop's image resources with an IPTC record in the place of theirs. Other resources, such as clipping paths, stay.
 * @returns the data of one or more segments, each of which starts with a resource.
 */
export function withIptc(resources: Buffer, record: Buffer): Buffer[] {
  const kept = [...resourcesIn(resources)].filter(({ id }) => id !== IPTC && id !== IPTC_DIGEST);
  const whole = [resourceOf(IPTC, record), ...kept.map(({ bytes }) => bytes)];
  const segments: Buffer[] = [];
  for (const bytes of whole) {
    const last = segments.at(-1);
    if (last !== undefined && last.length + bytes.length <= SEGMENT_BYTES_MAX) {
      segments[segments.length - 1] = Buffer.concat([last, bytes]);
    } else if (bytes.length <= SEGMENT_BYTES_MAX) segments.push(bytes);
  }
  return segments;
}

interface Resource {
  id: number;
  bytes: Buffer;
}

/** The resources up to the first one that is malformed: signature, id, padded name, length, padded data. */
function* resourcesIn(data: Buffer): Generator<Resource> {
  let start = 0;
  while (start + 12 <= data.length && data.toString('latin1', start, start + 4) === SIGNATURE) {
    const nameBytes = 1 + (data[start + 6] ?? 0);
    const lengthAt = start + 6 + nameBytes + (nameBytes % 2);
    if (lengthAt + 4 > data.length) return;
    const length = data.readUInt32BE(lengthAt);
    const end = lengthAt + 4 + length + (length % 2);
    if (end > data.length) return;
    yield { id: data.readUInt16BE(start + 4), bytes: data.subarray(start, end) };
    start = end;
  }
}

function resourceOf(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.write(SIGNATURE, 0, 'latin1');
  head.writeUInt16BE(id, 4);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, NO_NAME, length, data, Buffer.alloc(data.length % 2)]);
}
