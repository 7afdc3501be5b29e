/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
import { readSynsets, type Synset } from '../wordnet/synsets.js';
import { sparseFromRows, type DenseMatrix, type SparseMatrix } from './sparse-matrix.js';
import { collectTermDocuments, type DocumentWeights, type TermDocuments } from './term-documents.js';
import { truncatedSvd } from './truncated-svd.js';
import type { VectorTable } from './vector-file.js';

export interface WordVectorOptions {
  dimensions: number;
  weights: DocumentWeights;
  /** A term of fewer documents gets no vector. */
  documentsMin: number;
  /** Compounds of fewer documents get none; Infinity leaves compounds out. */
  compoundDocumentsMin: number;
  /** Documents are divided by their length to this power (0: not at all, 1: brought to length 1). */
  lengthPower: number;
  /** Singular values weigh the dimensions by this power. */
  singularPower: number;
  /** The share of documents at which a term counts half in a text's average. */
  halfWeightShare: number;
}

export const WORD_VECTOR_OPTIONS: WordVectorOptions = {
  dimensions: 160,
  weights: {
    word: 3,
    compoundPart: 0.5,
    definition: 2,
    exampleShare: 0.1,
    hypernyms: [1.5, 0.8, 0.4, 0.2],
    pointers: {
      '&': 1,
      '^': 1,
      '=': 1,
      '\\': 1,
      '*': 1,
      '>': 1,
      $: 1,
      '+': 1,
      '~': 0.3,
      '#': 0.5,
      '%': 0.5,
      ';': 0.5,
    },
    relatedDefinitionShare: 0.3,
    sensePower: 0.5,
  },
  documentsMin: 3,
  compoundDocumentsMin: Number.POSITIVE_INFINITY,
  lengthPower: 1,
  singularPower: 1,
  halfWeightShare: 0.01,
};

/** Steps the building of word vectors goes through, for a progress bar. */
const STEPS = { documents: 40, factors: 60, total: 100 };

export interface BuildWordVectorsOptions extends Partial<WordVectorOptions> {
  /** Synsets to learn from; all of WordNet unless given. */
  synsets?: readonly Synset[] | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Latent semantic analysis of WordNet (Deerwester et al., 1990): terms × synsets, weighted, cut to a few dimensions. */
export async function buildWordVectors(given: BuildWordVectorsOptions = {}): Promise<VectorTable> {
  const options = { ...WORD_VECTOR_OPTIONS, ...given };
  const { onProgress, signal } = given;
  const synsets = given.synsets ?? (await readSynsets());
  const share = (from: number, width: number) => (done: number, total: number) =>
    onProgress?.(from + (width * done) / total, STEPS.total);
  const all = await collectTermDocuments(synsets, options.weights, share(0, STEPS.documents), signal);
  const chosen = chooseTerms(all, options);
  const svd = await truncatedSvd(weightedMatrix(chosen, options.lengthPower), {
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

function chooseTerms(
  { terms, documentsOf, documentCount }: TermDocuments,
  options: WordVectorOptions,
): TermDocuments {
  const rows = [...terms.keys()];
  const kept = rows.filter((row) => {
    const term = terms[row]!;
    const least = term.includes(' ') ? options.compoundDocumentsMin : options.documentsMin;
    return documentsOf[row]!.size >= least && /^\p{L}/u.test(term);
  });
  return {
    terms: kept.map((row) => terms[row]!),
    documentsOf: kept.map((row) => documentsOf[row]!),
    documentCount,
  };
}

/** log(1 + weight) × log(1 + documents / documents with the term), each document's length then evened out. */
function weightedMatrix({ documentsOf, documentCount }: TermDocuments, lengthPower: number): SparseMatrix {
  const squares = new Float64Array(documentCount);
  const rows = documentsOf.map((documents) => {
    const rarity = Math.log(1 + documentCount / documents.size);
    const row = new Map<number, number>();
    for (const [document, weight] of documents) {
      const value = Math.log1p(weight) * rarity;
      row.set(document, value);
      squares[document]! += value * value;
    }
    return row;
  });
  for (const row of rows) {
    for (const [document, value] of row) row.set(document, value / squares[document]! ** (lengthPower / 2));
  }
  return sparseFromRows(rows, documentCount);
}

function textWeights({ documentsOf, documentCount }: TermDocuments, halfWeightShare: number): Float32Array {
  return Float32Array.from(
    documentsOf,
    ({ size }) => halfWeightShare / (halfWeightShare + size / documentCount),
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
