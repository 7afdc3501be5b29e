/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { readFile } from 'node:fs/promises';
import { analyze, normalizeWord } from '@imagesearch/text-analysis/text-analysis';
import { decodeVectorFile, type VectorTable } from '@imagesearch/lite-models/word-vectors/vector-file';
import { lemmaOf } from '@imagesearch/text-analysis/wordnet/morphy';

export interface WordVectors {
  readonly dimensions: number;
  /** The vector of a single word in any of its forms, of length 1 (L2); undefined for an unknown word. */
  vectorOf(term: string): Float32Array | undefined;
  /** Cosine of two terms, −1 to 1. With an unknown term it is 1 for the same word and 0 otherwise. */
  similarity(a: string, b: string): number;
  /** The mean of its terms, weighted by rarity (Arora, Liang, Ma, 2017); undefined when no term is known. */
  embedText(text: string): Float32Array | undefined;
}

/** By path: the services of one process read the same file. */
const opened = new Map<string, Promise<WordVectors>>();

/** Read once, and shared by all callers. @throws Error when the file is not a file of word vectors or is incomplete. */
export function loadWordVectors(path: string): Promise<WordVectors> {
  const earlier = opened.get(path);
  if (earlier !== undefined) return earlier;
  const vectors = readFile(path).then((bytes) => createWordVectors(decodeVectorFile(bytes)));
  opened.set(path, vectors);
  vectors.catch(() => opened.delete(path));
  return vectors;
}

/** Word vectors over a table in memory, which keeps eight bits per number. */
export function createWordVectors(table: VectorTable): WordVectors {
  const { dimensions } = table;
  const rowOf = new Map(table.terms.map((term, row) => [term, row]));
  const find = (term: string): number | undefined => {
    const word = normalizeWord(term);
    return rowOf.get(word) ?? rowOf.get(lemmaOf(word));
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
      for (const { lemma, text: word } of analyze(text)) {
        const row = rowOf.get(lemma) ?? rowOf.get(word);
        if (row !== undefined) addRow(table, row, table.weights[row]!, sum);
      }
      return normalized(sum);
    },
  };
}

/** Adds a row, scaled to length `weight`. */
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
