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
