import type { Schemas } from '@qdrant/js-client-rest';
import {
  GRAPH_POLICY,
  isExact,
  oversamplingOf,
  THOROUGH_FACTOR,
  type Effort,
  type Quantization,
} from '../../domain/recall-policy.js';

interface Search {
  points: number;
  listLimit: number;
  isFiltered: boolean;
  effort?: Effort | undefined;
}

export function searchParams(
  { points, listLimit, isFiltered, effort }: Search,
  quantization: Quantization,
): Schemas['SearchParams'] {
  // The server estimates the filtered set, per segment and in the same round trip.
  if (effort === 'exact' || isExact('qdrant', { points, isFiltered })) return { exact: true };
  const factor = effort === 'thorough' ? THOROUGH_FACTOR : 1;
  return {
    hnsw_ef: factor * Math.max(GRAPH_POLICY.candidatesMin, GRAPH_POLICY.candidatesPerHit * listLimit),
    ...(isFiltered && { acorn: { enable: true, max_selectivity: GRAPH_POLICY.acornSelectivityMax } }),
    ...(quantization !== 'none' && {
      quantization: { rescore: true, oversampling: factor * oversamplingOf(quantization, listLimit) },
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
  switch (quantization) {
    case 'none':
      return undefined;
    case 'int8':
      // The quantile cuts off outliers, which would waste some of the 256 steps on rare values.
      return { scalar: { type: 'int8', quantile: 0.99, always_ram: true } };
    case 'binary':
      return { binary: { always_ram: true } };
  }
}

export function quantizationIn({ config }: Schemas['CollectionInfo']): Quantization {
  const made = config.quantization_config ?? {};
  if ('scalar' in made) return 'int8';
  return 'binary' in made ? 'binary' : 'none';
}
