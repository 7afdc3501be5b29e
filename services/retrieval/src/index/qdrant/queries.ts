import { createHash } from 'node:crypto';
import { facetRow, type FacetName } from '@imagesearch/facets/facets';
import type { Schemas } from '@qdrant/js-client-rest';
import { WORDS_LIST } from '../candidate.js';
import { splitWords } from '../point.js';
import { EXACT_POINTS_MAX, GRAPH_POLICY, type Quantization, oversamplingOf } from '../recall-policy.js';
import type { Filter, RetrieveQuery } from '../vector-index.js';

interface List {
  name: string;
  search: { using: string; query: Schemas['QueryInterface'] };
}

/** One list for the words, and one for each vector. */
export function listsOf({ terms, vectors }: RetrieveQuery): List[] {
  const words = { using: WORDS_LIST, query: { nearest: queryWords(terms) } };
  return [
    ...(terms.length > 0 ? [{ name: WORDS_LIST, search: words }] : []),
    ...vectors.map(({ name, target, values }) => ({
      name,
      search: { using: target, query: { nearest: [...values] } },
    })),
  ];
}

/** The field with a point's terms. */
export const TERMS_FIELD = 'terms';

/** The field of a facet; of a date that of one end. */
export function fieldOf(facet: FacetName, end?: 'from' | 'to'): string {
  return ['facets', facet, ...(end === undefined ? [] : [end])].join('.');
}

/** All filters combined. A field that is null satisfies no filter. */
export function filterAll(filters: readonly Filter[]): Schemas['Filter'] | undefined {
  return filters.length === 0 ? undefined : { must: filters.map(toCondition) };
}

function toCondition(filter: Filter): Schemas['Condition'] {
  // The text index of the field splits at white space; all words of a text have to match.
  if (filter.kind === 'lacks') {
    return { must_not: [{ key: TERMS_FIELD, match: { text: filter.terms.join(' ') } }] };
  }
  if (filter.kind === 'fails') return { must_not: [{ must: filter.conditions.map(toCondition) }] };
  const key = fieldOf(filter.facet);
  const isDate = facetRow(filter.facet).kind === 'date';
  switch (filter.kind) {
    case 'at-least':
      return { key: isDate ? fieldOf(filter.facet, 'from') : key, range: { gte: filter.value } };
    case 'at-most':
      return { key: isDate ? fieldOf(filter.facet, 'to') : key, range: { lte: filter.value } };
    case 'equals':
      return { key, match: { value: filter.value } };
    case 'any-of':
      return { key, match: { any: [...filter.values] } };
    case 'all-of':
      return { must: filter.values.map((value) => ({ key, match: { value } })) };
  }
}

interface SparseVector {
  indices: number[];
  values: number[];
}

/**
 * Saturated term frequencies of BM25. At query time Qdrant's IDF modifier multiplies each by the rarity of its term.
 */
export function pointWords(joined: string): SparseVector {
  const terms = splitWords(joined);
  const frequencies = new Map<number, number>();
  for (const term of terms) {
    const id = termId(term);
    frequencies.set(id, (frequencies.get(id) ?? 0) + 1);
  }
  const saturation = K1 * (1 - B + (B * terms.length) / TERMS_TYPICAL);
  return {
    indices: [...frequencies.keys()],
    values: Array.from(
      frequencies.values(),
      (frequency) => (frequency * (K1 + 1)) / (frequency + saturation),
    ),
  };
}

function queryWords(terms: readonly string[]): SparseVector {
  const indices = [...new Set(terms.map(termId))];
  return { indices, values: indices.map(() => 1) };
}

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** A fixed value instead of the mean number of terms, which no client knows; longer texts score lower. */
const TERMS_TYPICAL = 60;

/** 32 bits of a hash: among a hundred thousand terms about one pair shares an id, which mixes their counts. */
function termId(term: string): number {
  return createHash('sha1').update(term).digest().readUInt32LE(0);
}

interface Search {
  points: number;
  listLimit: number;
  isFiltered: boolean;
}

export function searchParams(
  { points, listLimit, isFiltered }: Search,
  quantization: Quantization,
): Schemas['SearchParams'] {
  // The server estimates the filtered set, per segment and in the same round trip.
  if (points <= EXACT_POINTS_MAX) return { exact: true };
  const candidates = Math.max(GRAPH_POLICY.candidatesMin, GRAPH_POLICY.candidatesPerHit * listLimit);
  return {
    hnsw_ef: isFiltered ? GRAPH_POLICY.filteredFactor * candidates : candidates,
    ...(isFiltered && { acorn: { enable: true, max_selectivity: GRAPH_POLICY.acornSelectivityMax } }),
    ...(quantization !== 'none' && {
      quantization: { rescore: true, oversampling: oversamplingOf(quantization, listLimit) },
    }),
  };
}

/** `full_scan_threshold` counts KiB of vectors: a smaller filtered set is scanned. */
export const HNSW: Schemas['HnswConfigDiff'] = {
  m: GRAPH_POLICY.links,
  ef_construct: GRAPH_POLICY.buildCandidates,
  full_scan_threshold: GRAPH_POLICY.exactKibMax,
};

export function quantizationConfig(quantization: Quantization): Schemas['QuantizationConfig'] | undefined {
  // Earlier servers know no `memory`, which takes the place of `always_ram`.
  /* eslint-disable @typescript-eslint/no-deprecated */
  switch (quantization) {
    case 'none':
      return undefined;
    case 'int8':
      // The quantile cuts off outliers, which would waste some of the 256 steps on rare values.
      return { scalar: { type: 'int8', quantile: 0.99, always_ram: true } };
    case 'binary':
      return { binary: { always_ram: true } };
  }
  /* eslint-enable @typescript-eslint/no-deprecated */
}

export function quantizationIn({ config }: Schemas['CollectionInfo']): Quantization {
  const made = config.quantization_config ?? {};
  if ('scalar' in made) return 'int8';
  return 'binary' in made ? 'binary' : 'none';
}
