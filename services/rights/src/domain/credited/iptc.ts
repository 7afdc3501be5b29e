import type { Credit } from './credit.js';

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
