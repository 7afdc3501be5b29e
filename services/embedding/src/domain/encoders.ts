import type { SizedPixels } from './image.js';
import type { Shown } from './signals/signals.js';

export interface TextEncoder {
  /** Vectors of length 1, in the order given. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

export interface ImageEncoder {
  /** In the order given. Runs one batch at a time. */
  embed(images: readonly SizedPixels[]): Promise<EncodedImage[]>;
  close(): Promise<void>;
}

export interface EncodedImage {
  /** Of length 1. */
  vector: Float32Array;
  /** Of length 1, among texts; undefined where texts are compared with `vector`. */
  sight: Float32Array | undefined;
  /** The likeliest first; none where nothing is likely enough. */
  shows: readonly Shown[];
}

/** What images with so many faces are called: ImageNet has no class for people. */
export const PEOPLE_TEXTS = {
  one: 'a portrait of a person, a man or a woman',
  two: 'two people, a couple',
  many: 'a crowd, a group of people',
} as const;

export type PeopleVectors = Readonly<Record<keyof typeof PEOPLE_TEXTS, Float32Array>>;

/** From here on a group. */
const MANY_FACES = 3;
/** Beside the direction of everything else that the image shows. */
const PEOPLE_WEIGHT = 0.6;

/** The place of an image among texts, moved towards texts about people. Of length 1, as both of what it joins. */
export function withPeople(sight: Float32Array, faces: number, people: PeopleVectors): Float32Array {
  if (faces === 0) return sight;
  const called = faces === 1 ? people.one : faces < MANY_FACES ? people.two : people.many;
  const joined = sight.map((value, at) => value + PEOPLE_WEIGHT * (called[at] ?? 0));
  const length = Math.hypot(...joined);
  return joined.map((value) => value / length);
}
