import { readFileSync } from 'node:fs';
import { WORD_VECTORS } from './lite.js';

/** Vectors of single English words, by the text encoder `minilm`, as WordNet explains them. */
export interface WordVectors {
  /** Of length 1; undefined for a word that the table does not have. */
  vectorOf(word: string): Float32Array | undefined;
}

let opened: WordVectors | undefined;

/** Read once for each process (6 MB). */
export function loadWordVectors(): WordVectors {
  opened ??= readWordVectors(readFileSync(WORD_VECTORS));
  return opened;
}

/**
 * The layout: the length of a header as a little-endian uint32; the header, JSON with `dimensions` and `words`; a row of
 * `dimensions` signed bytes for each word.
 */
function readWordVectors(file: Buffer): WordVectors {
  const headerBytes = file.readUInt32LE(0);
  const { dimensions, words } = JSON.parse(file.toString('utf8', 4, 4 + headerBytes)) as {
    dimensions: number;
    words: string[];
  };
  const rowOf = new Map(words.map((word, row) => [word, row]));
  const bytes = new Int8Array(file.buffer, file.byteOffset + 4 + headerBytes);
  return {
    vectorOf: (word) => {
      const row = rowOf.get(word);
      return row === undefined ? undefined : unit(bytes.subarray(row * dimensions, (row + 1) * dimensions));
    },
  };
}

function unit(values: Iterable<number>): Float32Array {
  const vector = Float32Array.from(values);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
