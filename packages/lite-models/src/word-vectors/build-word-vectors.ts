/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { readSynsets, type Synset } from './synsets.js';
import { inChunks, ROWS_PER_CHUNK } from '../chunks.js';
import { emptySparseMatrix, type DenseMatrix, type SparseMatrix } from './sparse-matrix.js';
import { collectTermDocuments, type DocumentWeights, type TermDocuments } from './term-documents.js';
import { truncatedSvd } from './truncated-svd.js';
import type { VectorTable } from './vector-file.js';

export interface WordVectorOptions {
  dimensions: number;
  weights: DocumentWeights;
  /** A term with fewer documents gets no vector. */
  documentsMin: number;
  /** Documents are divided by their length to this power (0: not at all, 1: brought to length 1). */
  lengthPower: number;
  /** Each dimension is weighted by its singular value to this power. */
  singularPower: number;
  /** Share of documents at which a term has half the weight in a text's average. */
  halfWeightShare: number;
}

export const WORD_VECTOR_OPTIONS: WordVectorOptions = {
  dimensions: 160,
  weights: {
    word: 3,
    compoundPart: 0.5,
    definition: 2,
    exampleShare: 0.4,
    hypernyms: [1.5, 0.8, 0.4, 0.2],
    pointers: {
      '&': 2,
      '^': 1,
      '=': 1,
      '\\': 1,
      '*': 1,
      '>': 1,
      $: 1,
      '+': 2,
      '~': 0.3,
      '#': 0.5,
      '%': 0.5,
      ';': 0.5,
    },
    relatedDefinitionShare: 0.6,
    sensePower: 0.5,
  },
  documentsMin: 3,
  lengthPower: 0.5,
  singularPower: 1,
  halfWeightShare: 0.003,
};

const SINGLE_WORD = /^\p{L}\S*$/u;

/** Steps of the build, for a progress bar. */
const STEPS = { documents: 40, factors: 60, total: 100 };

export interface BuildWordVectorsOptions extends Partial<WordVectorOptions> {
  /** Synsets to learn from; by default all of WordNet. */
  synsets?: readonly Synset[] | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Latent semantic analysis of WordNet (Deerwester et al., 1990): terms × synsets, weighted, reduced to a few dimensions. */
export async function buildWordVectors(given: BuildWordVectorsOptions = {}): Promise<VectorTable> {
  const options = { ...WORD_VECTOR_OPTIONS, ...given };
  const { onProgress, signal } = given;
  const synsets = given.synsets ?? (await readSynsets(signal));
  const share = (from: number, width: number) => (done: number, total: number) =>
    onProgress?.(from + (width * done) / total, STEPS.total);
  const all = await collectTermDocuments(synsets, options.weights, share(0, STEPS.documents), signal);
  const chosen = chooseTerms(all, options.documentsMin);
  const matrix = await weightedMatrix(chosen, options.lengthPower, signal);
  const svd = await truncatedSvd(matrix, {
    rank: options.dimensions,
    oversampling: 16,
    powerIterations: 1,
    seed: 42,
    onProgress: share(STEPS.documents, STEPS.factors),
    signal,
  });
  return {
    dimensions: options.dimensions,
    terms: chosen.terms,
    weights: textWeights(chosen, options.halfWeightShare),
    values: quantize(svd.u, svd.singularValues, options.singularPower),
  };
}

/** Words with enough documents. Compounds get no vector, because they did not improve results. */
function chooseTerms(
  { terms, documentsOf, documentCount }: TermDocuments,
  documentsMin: number,
): TermDocuments {
  const rows = [...terms.keys()].filter(
    (row) => documentsOf[row]!.documents.length >= documentsMin && SINGLE_WORD.test(terms[row]!),
  );
  return {
    terms: rows.map((row) => terms[row]!),
    documentsOf: rows.map((row) => documentsOf[row]!),
    documentCount,
  };
}

/** log(1 + weight) × log(1 + documents / documents with the term), then each document is scaled by its length. */
async function weightedMatrix(
  chosen: TermDocuments,
  lengthPower: number,
  signal?: AbortSignal,
): Promise<SparseMatrix> {
  const { documentsOf, documentCount } = chosen;
  const entryCount = documentsOf.reduce((sum, { documents }) => sum + documents.length, 0);
  const matrix = emptySparseMatrix(documentsOf.length, documentCount, entryCount);
  const squares = new Float64Array(documentCount);
  let entry = 0;
  await inChunks(documentsOf.length, ROWS_PER_CHUNK, signal, (from, to) => {
    for (let row = from; row < to; row++) {
      const { documents, weights } = documentsOf[row]!;
      const rarity = Math.log(1 + documentCount / documents.length);
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at]!;
        const value = Math.log1p(weights[at]!) * rarity;
        matrix.columnOf[entry] = document;
        matrix.values[entry++] = value;
        squares[document]! += value * value;
      }
      matrix.starts[row + 1] = entry;
    }
  });
  const lengths = squares.map((sum) => sum ** (lengthPower / 2));
  for (let e = 0; e < entryCount; e++) matrix.values[e]! /= lengths[matrix.columnOf[e]!]!;
  return matrix;
}

function textWeights({ documentsOf, documentCount }: TermDocuments, halfWeightShare: number): Float32Array {
  return Float32Array.from(
    documentsOf,
    ({ documents }) => halfWeightShare / (halfWeightShare + documents.length / documentCount),
  );
}

/** Each row scaled so that its largest number becomes ±127. */
function quantize(u: DenseMatrix, singularValues: Float64Array, power: number): Int8Array {
  const scales = singularValues.map((value) => value ** power);
  const result = new Int8Array(u.values.length);
  for (let from = 0; from < u.values.length; from += u.columns) {
    let largest = 0;
    for (let c = 0; c < u.columns; c++)
      largest = Math.max(largest, Math.abs(u.values[from + c]! * scales[c]!));
    if (largest === 0) continue;
    for (let c = 0; c < u.columns; c++) {
      result[from + c] = Math.round((u.values[from + c]! * scales[c]! * 127) / largest);
    }
  }
  return result;
}
