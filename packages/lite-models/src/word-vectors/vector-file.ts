/** Vectors of terms, eight bits per number; only the direction of a row matters. */
export interface VectorTable {
  dimensions: number;
  terms: string[];
  /** Weight of each term in the average of a text, 0 to 1; [terms]. */
  weights: Float32Array;
  /** [terms, dimensions], row-major, in the order of `terms`. */
  values: Int8Array;
}

const MAGIC = 'ISWV0001';
const PREFIX_BYTES = MAGIC.length + 3 * Uint32Array.BYTES_PER_ELEMENT;

/**
 * Layout, little-endian: magic; dimensions, number of terms, bytes of the term list (uint32 each); the terms,
 * UTF-8, one per line; weights (float32); rows (int8).
 */
export function encodeVectorFile(table: VectorTable): Uint8Array {
  const terms = Buffer.from(table.terms.join('\n'), 'utf8');
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(MAGIC, 'latin1');
  prefix.writeUInt32LE(table.dimensions, MAGIC.length);
  prefix.writeUInt32LE(table.terms.length, MAGIC.length + 4);
  prefix.writeUInt32LE(terms.byteLength, MAGIC.length + 8);
  const weights = Buffer.alloc(table.weights.length * 4);
  table.weights.forEach((weight, index) => weights.writeFloatLE(weight, index * 4));
  return Buffer.concat([
    prefix,
    terms,
    weights,
    Buffer.from(table.values.buffer, table.values.byteOffset, table.values.byteLength),
  ]);
}

/** @throws Error when the bytes are not such a file, or are incomplete. */
export function decodeVectorFile(bytes: Buffer): VectorTable {
  if (bytes.length < PREFIX_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    throw new Error('This is not a file of word vectors.');
  }
  const dimensions = bytes.readUInt32LE(MAGIC.length);
  const termCount = bytes.readUInt32LE(MAGIC.length + 4);
  const weightsAt = PREFIX_BYTES + bytes.readUInt32LE(MAGIC.length + 8);
  const valuesAt = weightsAt + termCount * 4;
  if (bytes.length !== valuesAt + termCount * dimensions)
    throw new Error('The file of word vectors is incomplete.');
  const weights = new Float32Array(termCount);
  for (let i = 0; i < termCount; i++) weights[i] = bytes.readFloatLE(weightsAt + i * 4);
  return {
    dimensions,
    terms: bytes.toString('utf8', PREFIX_BYTES, weightsAt).split('\n'),
    weights,
    values: new Int8Array(bytes.buffer, bytes.byteOffset + valuesAt, termCount * dimensions),
  };
}
