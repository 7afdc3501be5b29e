/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { readFile } from 'node:fs/promises';
import { analyze, normalizeWord } from './text-analysis.js';
import { decodeVectorFile, type VectorTable } from './lsa/vector-file.js';
import { COMPOUND_WORDS_MAX } from './lsa/vocabulary.js';
import { lemmaOf } from './wordnet/morphy.js';

/** Meanings of words as vectors: near each other when the words mean alike, whether or not they look alike. */
export interface WordVectors {
  readonly dimensions: number;
  /** The vector of a word or known compound ("ice cream"), of length 1; undefined for an unknown one. */
  vectorOf(term: string): Float32Array | undefined;
  /** Cosine of two terms, −1 to 1; 0 when either is unknown, unless both are the same word. */
  similarity(a: string, b: string): number;
  /**
   * The vector of a text, of length 1: the average of its terms, rare words counting more than common ones
   * (Arora, Liang and Ma, 2017). Undefined when no term is known.
   */
  embedText(text: string): Float32Array | undefined;
}

/**
 * Reads the vectors of a model profile (`files.wordVectors`).
 * @throws Error when the file is not one of ours, or is cut short.
 */
export async function loadWordVectors(path: string): Promise<WordVectors> {
  return createWordVectors(decodeVectorFile(await readFile(path)));
}

/** Word vectors over a table in memory; the table stays as it is, eight bits a number. */
export function createWordVectors(table: VectorTable): WordVectors {
  const { dimensions } = table;
  const rowOf = new Map(table.terms.map((term, row) => [term, row]));
  const find = (term: string): number | undefined => {
    const words = term
      .trim()
      .split(/[\s_]+/u)
      .map(normalizeWord);
    return rowOf.get(words.join(' ')) ?? rowOf.get(words.map(lemmaOf).join(' '));
  };
  const vectorOf = (term: string): Float32Array | undefined => {
    const row = find(term);
    if (row === undefined) return undefined;
    const vector = new Float32Array(dimensions);
    addRow(table, row, 1, vector);
    return vector;
  };
  return {
    dimensions,
    vectorOf,
    similarity: (a, b) => {
      const [left, right] = [find(a), find(b)];
      if (left === undefined || right === undefined) return normalizeWord(a) === normalizeWord(b) ? 1 : 0;
      return left === right ? 1 : cosine(table, left, right);
    },
    embedText: (text) => {
      const sum = new Float32Array(dimensions);
      for (const row of rowsOf(text, rowOf)) addRow(table, row, table.weights[row] ?? 0, sum);
      return normalized(sum);
    },
  };
}

/** Table rows of the known terms of a text; where words form a known compound, the longest one stands for them. */
function rowsOf(text: string, rowOf: ReadonlyMap<string, number>): number[] {
  const terms = analyze(text);
  const rows: number[] = [];
  for (let at = 0; at < terms.length;) {
    let length = Math.min(COMPOUND_WORDS_MAX, terms.length - at);
    let row: number | undefined;
    for (; length >= 1; length--) {
      const words = terms.slice(at, at + length);
      row =
        rowOf.get(words.map((term) => term.lemma).join(' ')) ??
        rowOf.get(words.map((term) => term.text).join(' '));
      if (row !== undefined) break;
    }
    if (row !== undefined) rows.push(row);
    at += Math.max(1, length);
  }
  return rows;
}

/** Adds a row, brought to length 1 and multiplied by `weight`. */
function addRow({ values, dimensions }: VectorTable, row: number, weight: number, sum: Float32Array): void {
  const from = row * dimensions;
  let squares = 0;
  for (let i = 0; i < dimensions; i++) squares += values[from + i]! ** 2;
  const scale = squares === 0 ? 0 : weight / Math.sqrt(squares);
  for (let i = 0; i < dimensions; i++) sum[i]! += values[from + i]! * scale;
}

function cosine({ values, dimensions }: VectorTable, left: number, right: number): number {
  let [dot, leftSquares, rightSquares] = [0, 0, 0];
  for (let i = 0; i < dimensions; i++) {
    const [a, b] = [values[left * dimensions + i]!, values[right * dimensions + i]!];
    dot += a * b;
    leftSquares += a * a;
    rightSquares += b * b;
  }
  const squares = leftSquares * rightSquares;
  return squares === 0 ? 0 : dot / Math.sqrt(squares);
}

function normalized(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return length < 1e-6 ? undefined : vector.map((value) => value / length);
}
