import { describe, expect, test } from '@jest/globals';
import { createRandom, type Random } from '@imagesearch/testkit/random';
import { CLOSE_BITS_MAX, closeHashes, hashBitsBetween } from '../src/domain/close-hashes.js';

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed);
const BITS = 64;
const BASES = 3;
const COPIES = 30;
/** More than close ones differ in. */
const TURNED_MAX = 9;

const hashOf = (value: bigint): string => value.toString(16).padStart(16, '0');
const withTurned = (hash: bigint, bits: readonly number[]): bigint =>
  bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), hash);

/** A few hashes, and copies of them that differ in none to many bits. */
function drawHashes(random: Random): string[] {
  const drawn = (count: number) => [...new Set(Array.from({ length: count }, () => random.below(BITS)))];
  const bases = Array.from({ length: BASES }, () => withTurned(0n, drawn(BITS)));
  const copies = Array.from({ length: COPIES }, (_, at) =>
    withTurned(bases[at % BASES] ?? 0n, drawn(random.below(TURNED_MAX + 1))),
  );
  return [...bases, ...copies].map(hashOf);
}

describe('the close ones of a list of hashes', () => {
  test.each(SEEDS)('are those that comparing every pair finds, in the same order (seed %i)', (seed) => {
    const hashes = drawHashes(createRandom(seed));
    const everyPair = hashes.map((hash, at) =>
      hashes.slice(0, at).flatMap((other, before) => {
        const bits = hashBitsBetween(hash, other);
        return bits <= CLOSE_BITS_MAX ? [{ before, bits }] : [];
      }),
    );
    expect(closeHashes(hashes)).toEqual(everyPair);
    expect(everyPair.flat().length).toBeGreaterThan(0);
  });

  test('are found whichever six bits differ, and not with a seventh', () => {
    const hash = 0x9f3a_51c7_0be2_d468n;
    for (let first = 0; first < BITS; first += 1) {
      const turned = (count: number): string =>
        hashOf(
          withTurned(
            hash,
            Array.from({ length: count }, (_, at) => (first + 9 * at) % BITS),
          ),
        );
      expect(closeHashes([hashOf(hash), turned(6)])[1]).toEqual([{ before: 0, bits: 6 }]);
      expect(closeHashes([hashOf(hash), turned(7)])[1]).toEqual([]);
    }
  });

  test('of no hash and of one are none', () => {
    expect(closeHashes([])).toEqual([]);
    expect(closeHashes([hashOf(1n)])).toEqual([[]]);
  });
});
