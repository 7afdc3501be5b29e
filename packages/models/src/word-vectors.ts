import { readFileSync } from 'node:fs';
import { WORD_VECTORS } from './lite.js';

/** Vectors of single English words, by the text encoder `minilm`, as WordNet explains them. */
export interface WordVectors {
  /** Of length 1; undefined for a word that the table does not have. */
  vectorOf(word: string): Float32Array | undefined;
  /** The mean of their places among the vectors of whole texts, which is shorter; undefined without any that the table has. */
  amongTexts(words: readonly string[]): Float32Array | undefined;
}

let opened: WordVectors | undefined;

/** Read once for each process (6 MB). */
export function loadWordVectors(): WordVectors {
  opened ??= readWordVectors(readFileSync(WORD_VECTORS));
  return opened;
}

/**
 * The layout: the length of a header as a little-endian uint32; the header, JSON with `dimensions`, `textDimensions` and
 * `words`; a row of `dimensions` signed bytes for each word; a row of `textDimensions` signed bytes for each dimension, its
 * axis among texts.
 */
function readWordVectors(file: Buffer): WordVectors {
  const headerBytes = file.readUInt32LE(0);
  const { dimensions, textDimensions, words } = JSON.parse(file.toString('utf8', 4, 4 + headerBytes)) as {
    dimensions: number;
    textDimensions: number;
    words: string[];
  };
  const rowOf = new Map(words.map((word, row) => [word, row]));
  const bytes = new Int8Array(file.buffer, file.byteOffset + 4 + headerBytes);
  const axesFrom = words.length * dimensions;
  const axes = Array.from({ length: dimensions }, (_, at) => {
    const from = axesFrom + at * textDimensions;
    return unit(bytes.subarray(from, from + textDimensions));
  });
  const vectorOf = (word: string): Float32Array | undefined => {
    const row = rowOf.get(word);
    return row === undefined ? undefined : unit(bytes.subarray(row * dimensions, (row + 1) * dimensions));
  };
  return {
    vectorOf,
    amongTexts: (words) => {
      const vectors = words.flatMap((word) => vectorOf(word) ?? []);
      if (vectors.length === 0) return undefined;
      const sum = new Float32Array(textDimensions);
      for (const [at, axis] of axes.entries()) {
        const share = vectors.reduce((total, vector) => total + (vector[at] ?? 0), 0) / vectors.length;
        for (let column = 0; column < textDimensions; column += 1)
          sum[column] = (sum[column] ?? 0) + share * (axis[column] ?? 0);
      }
      return sum;
    },
  };
}

function unit(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
