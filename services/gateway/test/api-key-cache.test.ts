import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { mintKey, type LiveKey } from '../src/keys/api-key.js';
import { ApiKeyCache } from '../src/keys/authentication.js';

/** The age of cached keys; each test moves it by itself, so that a slow machine expires nothing. */
let clockMs = 1_000;

/** A cache over these live keys, and how many it looked up. */
function newCache() {
  const live = new Map<string, LiveKey>();
  const load = { asked: 0 };
  const findByKey = async (key: string) => {
    load.asked += 1;
    await sleep(1);
    return live.get(key);
  };
  const add = (expiresAt: Date | null = null): string => {
    const key = mintKey('test');
    // The cache reads nothing else of it.
    live.set(key, { expiresAt } as LiveKey);
    return key;
  };
  return { live, load, add, cache: new ApiKeyCache({ findByKey }, () => clockMs) };
}

describe('the API-key cache', () => {
  it('looks up a valid or refused key once, also for requests at once, and a malformed one never', async () => {
    const { live, load, add, cache } = newCache();
    const [good, unknown] = [add(), mintKey('test')];
    const find = async () => {
      expect(await cache.find(good)).toBe(live.get(good));
      expect(await cache.find(unknown)).toBeUndefined();
      expect(await cache.find(`${good}x`)).toBeUndefined();
    };
    await Promise.all(Array.from({ length: 100 }, find));
    expect(load.asked).toBe(2);
  });

  it('looks a key up again after four seconds, so that a revoked key is refused within five', async () => {
    const { live, load, add, cache } = newCache();
    const key = add();
    const found = await cache.find(key);
    expect(found).toBeDefined();
    live.delete(key);
    clockMs += 3_999;
    expect(await cache.find(key)).toBe(found);
    clockMs += 2;
    expect(await cache.find(key)).toBeUndefined();
    expect(load.asked).toBe(2);
  });

  it('refuses a cached key from the moment that it expires', async () => {
    const { load, add, cache } = newCache();
    const key = add(new Date(Date.now() + 100));
    expect(await cache.find(key)).toBeDefined();
    await sleep(110);
    expect(await cache.find(key)).toBeUndefined();
    expect(load.asked).toBe(1);
  });

  it('keeps the keys in use in a flood of guesses', async () => {
    const { load, add, cache } = newCache();
    const key = add();
    await cache.find(key);
    await Promise.all(Array.from({ length: 12_000 }, () => cache.find(mintKey('test'))));
    expect(await cache.find(key)).toBeDefined();
    expect(load.asked).toBe(12_001);
  });
});
