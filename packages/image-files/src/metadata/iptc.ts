import { isUtf8 } from 'node:buffer';

/** Of the APP13 segment of a JPEG that holds image resources. */
export const PHOTOSHOP_PREFIX = 'Photoshop 3.0\0';
/** The resource that is an IPTC record. */
export const IPTC_RESOURCE = 0x0404;

const SIGNATURE = '8BIM';
const NO_NAME = Buffer.alloc(2);

/** One of Photoshop's image resources. */
export interface ImageResource {
  id: number;
  /** The whole resource, and its data without frame and padding. */
  bytes: Buffer;
  data: Buffer;
}

/** The resources up to the first one that is malformed: signature, id, padded name, length, padded data. */
export function* resourcesIn(block: Buffer): Generator<ImageResource> {
  let start = 0;
  while (start + 12 <= block.length && block.toString('latin1', start, start + 4) === SIGNATURE) {
    const nameBytes = 1 + (block[start + 6] ?? 0);
    const lengthAt = start + 6 + nameBytes + (nameBytes % 2);
    if (lengthAt + 4 > block.length) return;
    const length = block.readUInt32BE(lengthAt);
    const dataStart = lengthAt + 4;
    const end = dataStart + length + (length % 2);
    // The last one may lack its padding.
    if (dataStart + length > block.length) return;
    const bytes = block.subarray(start, end);
    yield {
      id: block.readUInt16BE(start + 4),
      bytes,
      data: bytes.subarray(dataStart - start, dataStart - start + length),
    };
    start = end;
  }
}

export function resourceOf(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(6);
  head.write(SIGNATURE, 0, 'latin1');
  head.writeUInt16BE(id, 4);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([head, NO_NAME, length, data, Buffer.alloc(data.length % 2)]);
}

/** The record that describes an image, and the numbers of some of its fields (IPTC IIM 4.2). */
export const APPLICATION = 2;
export const IPTC_FIELD = {
  objectName: 5,
  keywords: 25,
  specialInstructions: 40,
  dateCreated: 55,
  byline: 80,
  headline: 105,
  credit: 110,
  source: 115,
  copyrightNotice: 116,
  caption: 120,
} as const;

/** One field of an IPTC record (IPTC IIM 4.2). */
export interface Dataset {
  record: number;
  number: number;
  data: Buffer;
  /** With its head. */
  bytes: Buffer;
}

const TAG = 0x1c;
const HEAD_BYTES = 5;

/** The fields up to the first one that is malformed or of an extended length, which no editor writes. */
export function* datasetsIn(record: Buffer): Generator<Dataset> {
  let start = 0;
  while (start + HEAD_BYTES <= record.length && record[start] === TAG) {
    const end = start + HEAD_BYTES + record.readUInt16BE(start + 3);
    if (end > record.length) return;
    yield {
      record: record[start + 1] ?? 0,
      number: record[start + 2] ?? 0,
      data: record.subarray(start + HEAD_BYTES, end),
      bytes: record.subarray(start, end),
    };
    start = end;
  }
}

const LATIN_1 = new TextDecoder('windows-1252');

/** Old programs write the code page of their machine and do not say so. */
export const textOf = (data: Buffer): string => (isUtf8(data) ? data.toString('utf8') : LATIN_1.decode(data));

/** The texts of a record that describes an image, by the number of their field. */
export function textsIn(record: Buffer): Map<number, string[]> {
  const texts = new Map<number, string[]>();
  for (const { record: kind, number, data } of datasetsIn(record)) {
    const text = textOf(data).replaceAll('\0', '').trim();
    if (kind !== APPLICATION || text === '') continue;
    const others = texts.get(number);
    if (others === undefined) texts.set(number, [text]);
    else others.push(text);
  }
  return texts;
}

/** A field with its head; at most 32,767 bytes of data. */
export function datasetOf(record: number, number: number, data: Buffer): Buffer {
  const head = Buffer.from([TAG, record, number, 0, 0]);
  head.writeUInt16BE(data.length, 3);
  return Buffer.concat([head, data]);
}
