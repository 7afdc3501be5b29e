import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import { until } from '@imagesearch/testkit/processes/until';
import { KeyUsageRecorder, type KeyUsageRecorderStore } from '../src/keys/key-store.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const NEVER_MS = 3_600_000;

/** Keeps what is written, or fails like an unavailable database. */
class MemoryStore implements KeyUsageRecorderStore {
  readonly written: ReadonlyMap<string, Date>[] = [];
  isUnavailable = false;
  refused = 0;

  saveLastUsed(lastUsed: ReadonlyMap<string, Date>): Promise<void> {
    if (this.isUnavailable) {
      this.refused += 1;
      return Promise.reject(new Error('the database is unavailable'));
    }
    this.written.push(new Map(lastUsed));
    return Promise.resolve();
  }
}

let recorder: KeyUsageRecorder;
afterEach(() => recorder.close());

describe('the last use of keys', () => {
  it('is written once for a thousand requests, with the latest time of each key', async () => {
    const store = new MemoryStore();
    recorder = new KeyUsageRecorder(store, logger, NEVER_MS);
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const startedAt = Date.now();
    for (let request = 0; request < 1_000; request += 1) recorder.record(keys[request % 10] ?? '');
    await recorder.close();
    expect(store.written).toHaveLength(1);
    expect([...(store.written[0]?.keys() ?? [])]).toEqual(keys);
    for (const time of store.written[0]?.values() ?? [])
      expect(time.getTime()).toBeGreaterThanOrEqual(startedAt);
  });

  it('is written at an interval, and not at all while no key is used', async () => {
    const store = new MemoryStore();
    recorder = new KeyUsageRecorder(store, logger, 20);
    recorder.record('first');
    await until(() => Promise.resolve(store.written.length === 1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(store.written).toHaveLength(1);
    recorder.record('second');
    await until(() => Promise.resolve(store.written.length === 2));
    expect([...(store.written[1]?.keys() ?? [])]).toEqual(['second']);
  });

  it('that cannot be written is kept, and a later use is not undone by it', async () => {
    const store = new MemoryStore();
    recorder = new KeyUsageRecorder(store, logger, 20);
    store.isUnavailable = true;
    recorder.record('once');
    recorder.record('again');
    await until(() => Promise.resolve(store.refused > 0));
    const later = Date.now();
    recorder.record('again');
    store.isUnavailable = false;
    await until(() => Promise.resolve(store.written.length > 0));
    const [written] = store.written;
    expect([...(written?.keys() ?? [])].sort()).toEqual(['again', 'once']);
    expect(written?.get('again')?.getTime()).toBeGreaterThanOrEqual(later);
  });
});
