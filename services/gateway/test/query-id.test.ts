import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { isIssuedQueryId, isQueryId, newQueryId } from '../src/assets/file-addresses.js';

const SECRET = randomUUID();
const IDS = 1_000;

describe('a query id', () => {
  it('has the form of the contract, and differs every time', () => {
    const ids = Array.from({ length: IDS }, () => newQueryId(SECRET));
    expect(ids.filter((id) => !/^q_[0-9a-f]{32}$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(IDS);
  });

  it('is recognised by every gateway with the same secret, and by no other', () => {
    const ids = Array.from({ length: IDS }, () => newQueryId(SECRET));
    expect(ids.every((id) => isIssuedQueryId(id, [SECRET]))).toBe(true);
    expect(ids.some((id) => isIssuedQueryId(id, [randomUUID()]))).toBe(false);
  });

  it('that is guessed or altered in any digit is not an issued one', () => {
    const guesses = Array.from({ length: IDS }, () => `q_${randomBytes(16).toString('hex')}`);
    expect(guesses.some((id) => isIssuedQueryId(id, [SECRET]))).toBe(false);
    const id = newQueryId(SECRET);
    for (let at = 2; at < id.length; at += 1) {
      const digit = (Number.parseInt(id.charAt(at), 16) ^ 1).toString(16);
      expect(isIssuedQueryId(`${id.slice(0, at)}${digit}${id.slice(at + 1)}`, [SECRET])).toBe(false);
    }
  });

  it.each(['', 'q_', 'q_1', `q_${'0'.repeat(31)}`, `q_${'0'.repeat(33)}`, `q_${'G'.repeat(32)}`, "q_'; --"])(
    'that is malformed, such as "%s", is refused by its form',
    (id) => {
      expect(isQueryId(id)).toBe(false);
      expect(isIssuedQueryId(id, [SECRET])).toBe(false);
    },
  );
});
