import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Embedding } from '../src/search/ports.js';
import { createMemoryTextVectors } from '../src/search/text-vectors/memory-text-vectors.js';
import { createNearTextVectors } from '../src/search/text-vectors/near-text-vectors.js';
import { openRedisTextVectors } from '../src/search/text-vectors/redis-text-vectors.js';
import type { TextVectorCache } from '../src/search/text-vectors/text-vector-cache.js';
import { openTextVectors } from '../src/search/text-vectors/open-text-vectors.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const redisUrl = process.env['TEST_REDIS_URL'];

const ENGINES = [
  { name: 'in memory', open: () => createMemoryTextVectors() },
  ...(redisUrl === undefined
    ? []
    : [{ name: 'in Redis', open: () => openRedisTextVectors(redisUrl, logger) }]),
];

const embedding = () => ({
  values: [0.5, -0.25, Math.fround(0.1)],
  fingerprint: randomUUID(),
  crossModal: true,
});

describe.each(ENGINES)('text vectors $name', ({ open }) => {
  it('come back as they were put, by the very same text only', async () => {
    const vectors = open();
    const text = `ünï ${randomUUID()}`;
    const stored = embedding();
    await eventually(async () => {
      await vectors.set(text, stored);
      expect(await vectors.get(text)).toEqual(stored);
    });
    expect(await vectors.get(`${text} `)).toBeUndefined();
    await vectors.close();
  });

  it('come back with the vector of the sentence', async () => {
    const vectors = open();
    const text = randomUUID();
    const stored = { ...embedding(), sentence: [0.25, 0.75] };
    await eventually(async () => {
      await vectors.set(text, stored);
      expect(await vectors.get(text)).toEqual(stored);
    });
    await vectors.close();
  });
});

if (redisUrl !== undefined) {
  describe('text vectors shared through Redis', () => {
    it('put by one replica are found by another', async () => {
      const [one, other] = [openTextVectors(redisUrl, logger), openTextVectors(redisUrl, logger)];
      const text = randomUUID();
      const stored = embedding();
      await eventually(async () => {
        await one.set(text, stored);
        expect(await other.get(text)).toEqual(stored);
      });
      await Promise.all([one.close(), other.close()]);
    });
  });
}

describe('text vectors near a shared cache', () => {
  /** A cache that counts its look-ups. */
  const counted = (known: Embedding | undefined) => {
    let lookUps = 0;
    const cache: TextVectorCache = {
      get: () => {
        lookUps += 1;
        return Promise.resolve(known);
      },
      set: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    return { cache, lookUps: () => lookUps };
  };

  it('are looked up in the shared cache once', async () => {
    const stored = embedding();
    const shared = counted(stored);
    const vectors = createNearTextVectors(shared.cache, createMemoryTextVectors());
    expect(await vectors.get('cat')).toEqual(stored);
    expect(await vectors.get('cat')).toEqual(stored);
    expect(shared.lookUps()).toBe(1);
  });

  it('are looked up again when they miss', async () => {
    const shared = counted(undefined);
    const vectors = createNearTextVectors(shared.cache, createMemoryTextVectors());
    expect(await vectors.get('cat')).toBeUndefined();
    expect(await vectors.get('cat')).toBeUndefined();
    expect(shared.lookUps()).toBe(2);
  });

  it('are put into both caches, and the shared one delays nobody', async () => {
    const put: string[] = [];
    const closed: string[] = [];
    const slow: TextVectorCache = {
      get: () => Promise.resolve(undefined),
      set: (text) => {
        put.push(text);
        return new Promise(() => undefined);
      },
      close: () => Promise.resolve(void closed.push('shared')),
    };
    const near = createMemoryTextVectors();
    const vectors = createNearTextVectors(slow, {
      ...near,
      close: () => Promise.resolve(void closed.push('near')),
    });
    const stored = embedding();
    await vectors.set('cat', stored);
    expect(put).toEqual(['cat']);
    expect(await near.get('cat')).toEqual(stored);
    await vectors.close();
    expect(closed.sort()).toEqual(['near', 'shared']);
  });
});

describe('text vectors while Redis is unavailable', () => {
  it('miss at once instead of failing or delaying a search, except for those of this process', async () => {
    const closed = openTextVectors('redis://127.0.0.1:1', logger);
    const stored = embedding();
    await closed.set('cat', stored);
    expect(await closed.get('cat')).toEqual(stored);
    expect(await closed.get('dog')).toBeUndefined();
    await closed.close();
  });

  it('miss within a fraction of a second when it accepts connections and never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const vectors = openTextVectors(`redis://127.0.0.1:${port}`, logger);
    const startedAt = performance.now();
    expect(await vectors.get('cat')).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    await vectors.close();
    silent.close();
  });
});

/** A fresh connection needs a moment; a cache may miss until then. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await check();
      return;
    } catch (error) {
      if (attempt === 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
