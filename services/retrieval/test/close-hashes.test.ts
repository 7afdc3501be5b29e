import { describe, expect, test } from '@jest/globals';
import { closeHashes } from '../src/rank/hashes.js';

const BITS = 64;

const hashOf = (value: bigint): string => value.toString(16).padStart(16, '0');
const withTurned = (hash: bigint, bits: readonly number[]): bigint =>
  bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), hash);

describe('the close ones of a list of hashes', () => {
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
