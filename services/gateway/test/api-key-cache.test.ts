import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mintKey, type LiveKey } from '../src/keys/api-key.js';
import { ApiKeyCache } from '../src/keys/authentication.js';

/** Looks keys up, and counts the look-ups. */
class Directory {
  readonly keys = new Map<string, LiveKey>();
  asked = 0;
  failure: Error | undefined;

  add(expiresAt: Date | null = null): string {
    const key = mintKey('test');
    const account = { id: randomUUID(), name: 'any', plan: 'free', billingDay: 1 } as const;
    this.keys.set(key, {
      id: randomUUID(),
      prefix: key.slice(0, 14),
      account,
      scopes: [],
      expiresAt,
      bounds: null,
      environment: 'live',
    });
    return key;
  }

  async findByKey(key: string): Promise<LiveKey | undefined> {
    this.asked += 1;
    await sleep(1);
    if (this.failure) throw this.failure;
    return this.keys.get(key);
  }
}

/** The age of cached keys; each test moves it by itself, so that a slow machine expires nothing. */
let clockMs = 1_000;

function newCache() {
  const directory = new Directory();
  return { directory, cache: new ApiKeyCache(directory, () => clockMs) };
}

describe('the API-key cache', () => {
  it('looks up a valid or refused key once, and a malformed one never', async () => {
    const { directory, cache } = newCache();
    const [good, unknown] = [directory.add(), mintKey('test')];
    for (let round = 0; round < 3; round += 1) {
      expect(await cache.find(good)).toBe(directory.keys.get(good));
      expect(await cache.find(unknown)).toBeUndefined();
      expect(await cache.find(`${good}x`)).toBeUndefined();
    }
    expect(directory.asked).toBe(2);
  });

  it('looks a key up again after four seconds, so that a revoked key is refused within five', async () => {
    const { directory, cache } = newCache();
    const key = directory.add();
    const live = directory.keys.get(key);
    expect(await cache.find(key)).toBe(live);
    directory.keys.delete(key);
    clockMs += 3_999;
    expect(await cache.find(key)).toBe(live);
    clockMs += 2;
    expect(await cache.find(key)).toBeUndefined();
    expect(directory.asked).toBe(2);
  });

  it('makes one look-up for a hundred simultaneous requests with the same key', async () => {
    const { directory, cache } = newCache();
    const key = directory.add();
    const found = await Promise.all(Array.from({ length: 100 }, () => cache.find(key)));
    expect(new Set(found)).toEqual(new Set([directory.keys.get(key)]));
    expect(directory.asked).toBe(1);
  });

  it('does not cache a failed look-up', async () => {
    const { directory, cache } = newCache();
    const key = directory.add();
    directory.failure = new Error('the database is unavailable');
    await expect(cache.find(key)).rejects.toThrow('unavailable');
    directory.failure = undefined;
    expect(await cache.find(key)).toBe(directory.keys.get(key));
  });

  it('refuses a cached key from the moment that it expires', async () => {
    const { directory, cache } = newCache();
    const key = directory.add(new Date(Date.now() + 100));
    expect(await cache.find(key)).toBe(directory.keys.get(key));
    await sleep(110);
    expect(await cache.find(key)).toBeUndefined();
    expect(directory.asked).toBe(1);
  });

  it('keeps the keys in use in a flood of guesses', async () => {
    const { directory, cache } = newCache();
    const key = directory.add();
    await cache.find(key);
    directory.findByKey = () => Promise.resolve(undefined);
    await Promise.all(Array.from({ length: 12_000 }, () => cache.find(mintKey('test'))));
    expect(await cache.find(key)).toBe(directory.keys.get(key));
  });
});
