import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { mintKey } from '../src/keys/api-key.js';
import { ApiKeyCache, type KeyOutcome } from '../src/keys/api-key-cache.js';
import type { LiveKey } from '../src/keys/live-key.js';

const LOOKUPS_AT_ONCE = 4;

/** Looks keys up when the test lets it, and counts what it is asked. */
class Directory {
  readonly keys = new Map<string, LiveKey>();
  asked = 0;
  busiest = 0;
  answering = Promise.resolve();
  failure: Error | undefined;
  #underWay = 0;

  add(expiresAt: Date | null = null): string {
    const key = mintKey('test');
    const account = { id: randomUUID(), name: 'any', plan: 'free', billingDay: 1 } as const;
    this.keys.set(key, { id: randomUUID(), account, scopes: [], expiresAt });
    return key;
  }

  async findByKey(key: string): Promise<LiveKey | undefined> {
    this.asked += 1;
    this.#underWay += 1;
    this.busiest = Math.max(this.busiest, this.#underWay);
    await this.answering;
    await sleep(1);
    this.#underWay -= 1;
    if (this.failure) throw this.failure;
    return this.keys.get(key);
  }

  /** Keeps look-ups waiting until the returned function is called. */
  hold(): () => void {
    let letGo = (): void => undefined;
    this.answering = new Promise((resolve) => (letGo = resolve));
    return letGo;
  }
}

function newRing(lookupsWaitingMax?: number) {
  const directory = new Directory();
  const judged: KeyOutcome[] = [];
  const onLookup = (outcome: KeyOutcome) => void judged.push(outcome);
  const ring = new ApiKeyCache(directory, {
    onLookup,
    ...(lookupsWaitingMax !== undefined && { lookupsWaitingMax }),
  });
  return { directory, ring, judged };
}

describe('the ring of keys', () => {
  it('looks a key up once, whether it is good or refused, and a malformed one never', async () => {
    const { directory, ring, judged } = newRing();
    const [good, unknown] = [directory.add(), mintKey('test')];
    for (let round = 0; round < 3; round += 1) {
      expect(await ring.find(good)).toBe(directory.keys.get(good));
      expect(await ring.find(unknown)).toBeUndefined();
      expect(await ring.find(`${good}x`)).toBeUndefined();
    }
    expect(directory.asked).toBe(2);
    expect(judged).toEqual([
      ...['found', 'refused', 'malformed'],
      ...['cached', 'cached', 'malformed'],
      ...['cached', 'cached', 'malformed'],
    ]);
  });

  it('makes one look-up of a hundred requests with the same key at once', async () => {
    const { directory, ring } = newRing();
    const key = directory.add();
    const found = await Promise.all(Array.from({ length: 100 }, () => ring.find(key)));
    expect(new Set(found)).toEqual(new Set([directory.keys.get(key)]));
    expect(directory.asked).toBe(1);
  });

  it('asks for few guesses at once, answers them in turn, and refuses the rest as overload', async () => {
    const { directory, ring } = newRing(10);
    const good = directory.add();
    await ring.find(good);
    const letGo = directory.hold();
    const guesses = Array.from({ length: LOOKUPS_AT_ONCE + 10 }, () => ring.find(mintKey('test')));
    await sleep(5);
    await expect(ring.find(mintKey('test'))).rejects.toMatchObject({ code: 'overloaded' });
    // A guess crowds out guesses, not those whose key is known.
    expect(await ring.find(good)).toBeDefined();
    letGo();
    expect(await Promise.all(guesses)).toEqual(guesses.map(() => undefined));
    expect(directory.busiest).toBe(LOOKUPS_AT_ONCE);
    expect(await ring.find(mintKey('test'))).toBeUndefined();
  });

  it('keeps no failure of a look-up, and gives its turn back', async () => {
    const { directory, ring } = newRing(0);
    const key = directory.add();
    directory.failure = new Error('the database is away');
    for (let round = 0; round < 2 * LOOKUPS_AT_ONCE; round += 1)
      await expect(ring.find(key)).rejects.toThrow('away');
    directory.failure = undefined;
    expect(await ring.find(key)).toBeDefined();
  });

  it('refuses a key from the moment of its end, also one that it knows', async () => {
    const { directory, ring } = newRing();
    const key = directory.add(new Date(Date.now() + 100));
    expect(await ring.find(key)).toBeDefined();
    await sleep(110);
    expect(await ring.find(key)).toBeUndefined();
    expect(directory.asked).toBe(1);
  });

  it('does not let a flood of guesses push out the keys in use', async () => {
    const { directory, ring } = newRing(20_000);
    const good = directory.add();
    // Made beforehand: what is known of a key lasts for seconds only, and making guesses takes that long on a busy machine.
    const guesses = Array.from({ length: 12_000 }, () => mintKey('test'));
    await ring.find(good);
    directory.findByKey = () => Promise.resolve(undefined);
    await Promise.all(guesses.map((guess) => ring.find(guess)));
    expect(await ring.find(good)).toBeDefined();
  });
});
