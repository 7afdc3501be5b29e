import type { Facets } from '@imagesearch/facets/conditions';
import type { Point } from '#src/index/point';
import { facetsFromWire } from '#src/wire-filters';
import type { Point as WirePoint } from '@imagesearch/contracts/messages';
import { createRandom, type Random } from '@imagesearch/testkit/random';

/**
 * Images as an encoder would scatter them, drawn by seed: clusters of unequal size, few directions in which the
 * members of a cluster differ, and a little noise in all others. Uniform noise would have no neighbours to lose.
 */
export class Dataset {
  readonly size: number;
  readonly dimensions: number;
  readonly #vectors: Float32Array;
  readonly #facets: Facets[];
  readonly #draw: () => Drawn;

  constructor({ size, dimensions, seed }: { size: number; dimensions: number; seed: number }) {
    const random = createRandom(seed);
    this.size = size;
    this.dimensions = dimensions;
    this.#draw = clusteredVectors(Math.max(10, Math.round(size / POINTS_PER_CLUSTER)), dimensions, random);
    this.#vectors = new Float32Array(size * dimensions);
    this.#facets = Array.from({ length: size }, (_, position) => {
      const drawn = this.#draw();
      this.#vectors.set(drawn.vector, position * dimensions);
      return drawFacets(drawn, random);
    });
  }

  vectorAt(position: number): Float32Array {
    return this.#vectors.subarray(position * this.dimensions, (position + 1) * this.dimensions);
  }

  pointAt(position: number): Point {
    return {
      assetId: `bench:${position}`,
      contentVersion: '1',
      image: this.vectorAt(position),
      caption: null,
      sight: null,
      terms: '',
      words: '',
      texts: '[]',
      perceptualHash: null,
      localFeatures: null,
      facets: this.#facets[position] ?? UNKNOWN_FACETS,
    };
  }

  /** Vectors of the same clusters that are not in the set. */
  drawQueries(count: number): Query[] {
    return Array.from({ length: count }, () => {
      const { vector, place } = this.#draw();
      return { vector, place };
    });
  }
}

export interface Query {
  vector: Float32Array;
  /** Of its cluster, along the direction in which clusters differ most. */
  place: number;
}

interface Drawn {
  cluster: number;
  /** Of the cluster, along the direction in which clusters differ most: of mean 0 and deviation 1. */
  place: number;
  vector: Float32Array;
}

const POINTS_PER_CLUSTER = 100;
const LATENT_DIMENSIONS = 48;
/** Of the spread within a cluster against the distance between clusters: neighbours come from several clusters. */
const CLUSTER_SPREAD = 0.6;
const NOISE = 0.02;

function clusteredVectors(clusters: number, dimensions: number, random: Random): () => Drawn {
  const basis = Array.from({ length: LATENT_DIMENSIONS }, (_, axis) => {
    const scale = 1 / Math.sqrt(dimensions * (1 + axis));
    return Float32Array.from({ length: dimensions }, () => random.normal() * scale);
  });
  const latent = (): Float32Array => Float32Array.from({ length: LATENT_DIMENSIONS }, () => random.normal());
  const centres = Array.from({ length: clusters }, latent);
  return () => {
    // The square makes a few clusters large and most of them small.
    const cluster = Math.floor(clusters * random.uniform() ** 2);
    const centre = centres[cluster] ?? latent();
    const offset = latent();
    const vector = Float32Array.from(
      { length: dimensions },
      () => random.normal() * (NOISE / Math.sqrt(dimensions)),
    );
    for (const [axis, direction] of basis.entries()) {
      const weight = (centre[axis] ?? 0) + CLUSTER_SPREAD * (offset[axis] ?? 0);
      for (let at = 0; at < dimensions; at += 1)
        vector[at] = (vector[at] ?? 0) + weight * (direction[at] ?? 0);
    }
    return { cluster, place: centre[0] ?? 0, vector: normalised(vector) };
  };
}

function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

const UNKNOWN_FACETS = facetsFromWire(
  { signals: null, rights: null, aiGenerated: false, sensitive: false } as WirePoint,
  [],
);

/** Shares that `filters.ts` combines into the selections it names. */
function drawFacets({ cluster, place }: Drawn, random: Random): Facets {
  return {
    ...UNKNOWN_FACETS,
    source: `source-${stepOf(random.uniform())}`,
    license: `license-${stepOf(random.uniform())}`,
    aiGenerated: random.uniform() < 0.2,
    commercial: random.uniform() < 0.1,
    luminance: random.uniform(),
    // Known by the cluster alone: where it holds, it holds for all neighbours, and elsewhere for none.
    monochrome: cluster % 5 === 0,
    // Known by the place: four fifths of all clusters to a fifth, at one end of the space.
    negSpace: place > PLACE_ABOVE.fourFifths ? ['left'] : [],
    shareAlike: place > PLACE_ABOVE.threeFifths,
    derivatives: place > PLACE_ABOVE.twoFifths,
    attributionRequired: place > PLACE_ABOVE.aFifth,
  };
}

/** Above it lies that share of all clusters: quantiles of a normal deviate. */
export const PLACE_ABOVE = {
  fourFifths: -0.8416,
  threeFifths: -0.2533,
  twoFifths: 0.2533,
  aFifth: 0.8416,
} as const;

/** 0 for a fifth, 1 for a tenth, and seven others for the rest. */
function stepOf(share: number): number {
  if (share < 0.2) return 0;
  if (share < 0.3) return 1;
  return 2 + Math.floor((share - 0.3) * 10);
}
