import { boxesIn, FULL_BOX_BYTES } from './iso-boxes.js';

/** One JPEG segment holds it; a display's profile is much smaller. */
const PROFILE_BYTES_MAX = 65_000;

/** The ICC profile of a HEIF file; undefined when it has none, which means sRGB. */
export function heifProfile(file: Buffer): Buffer | undefined {
  const meta = dataOf(file, 'meta')?.subarray(FULL_BOX_BYTES);
  const properties = meta && dataOf(meta, 'iprp');
  const list = properties && dataOf(properties, 'ipco');
  if (list === undefined) return undefined;
  const profiles = boxesIn(list).flatMap(({ kind, data }) =>
    kind === 'colr' && ['prof', 'rICC'].includes(data.toString('latin1', 0, 4)) ? [data.subarray(4)] : [],
  );
  return profiles.find(({ length }) => length <= PROFILE_BYTES_MAX);
}

const dataOf = (block: Buffer, kind: string): Buffer | undefined =>
  boxesIn(block).find((box) => box.kind === kind)?.data;

const START_BYTES = 2;
/** Name, number of this segment and number of segments (ICC.1, annex B.4). */
const PROFILE_HEAD = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1');

/** The JPEG with this profile behind its start marker. */
export function jpegWithProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(2 + PROFILE_HEAD.length + profile.length, 2);
  return Buffer.concat([
    jpeg.subarray(0, START_BYTES),
    head,
    PROFILE_HEAD,
    profile,
    jpeg.subarray(START_BYTES),
  ]);
}
