import type { SearchResult } from './result.js';

/** What the log event of a search says: kinds, counts and times. The words, filters and images of the caller stay out. */
export function factsOf(found: SearchResult): Readonly<Record<string, unknown>> {
  const { modality, mode, ranking, poolSize, reranked, backend, relaxed, appliedDesign, spelling } = found;
  return {
    modality,
    mode,
    ranking,
    results: found.results.length,
    poolSize,
    reranked,
    backend,
    hasNext: found.next !== undefined,
    relaxed,
    phrases: appliedDesign?.phrases.length ?? 0,
    excluded: appliedDesign?.excluded.length ?? 0,
    corrections: spelling?.corrections.length ?? 0,
    unmatched: spelling?.unmatched.length ?? 0,
    timingMs: found.timingMs,
  };
}
