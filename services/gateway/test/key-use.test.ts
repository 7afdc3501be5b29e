import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import { until } from '@imagesearch/testkit/processes/until';
import { KeyUse, type KeyUseStore } from '../src/keys/key-use.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const NEVER_MS = 3_600_000;

/** Takes down what it is told, when it is not away. */
class Notebook implements KeyUseStore {
  readonly written: ReadonlyMap<string, Date>[] = [];
  isAway = false;
  refused = 0;

  noteUse(lastUsed: ReadonlyMap<string, Date>): Promise<void> {
    if (this.isAway) {
      this.refused += 1;
      return Promise.reject(new Error('the database is away'));
    }
    this.written.push(new Map(lastUsed));
    return Promise.resolve();
  }
}

let use: KeyUse;
afterEach(() => use.close());

describe('the last use of keys', () => {
  it('is written once for a thousand requests, with the latest time of each key', async () => {
    const notebook = new Notebook();
    use = new KeyUse(notebook, logger, NEVER_MS);
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const startedAt = Date.now();
    for (let request = 0; request < 1_000; request += 1) use.note(keys[request % 10] ?? '');
    await use.close();
    expect(notebook.written).toHaveLength(1);
    expect([...(notebook.written[0]?.keys() ?? [])]).toEqual(keys);
    for (const time of notebook.written[0]?.values() ?? [])
      expect(time.getTime()).toBeGreaterThanOrEqual(startedAt);
  });

  it('is written at an interval, and not at all while no key is used', async () => {
    const notebook = new Notebook();
    use = new KeyUse(notebook, logger, 20);
    use.note('first');
    await until(() => Promise.resolve(notebook.written.length === 1));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(notebook.written).toHaveLength(1);
    use.note('second');
    await until(() => Promise.resolve(notebook.written.length === 2));
    expect([...(notebook.written[1]?.keys() ?? [])]).toEqual(['second']);
  });

  it('that cannot be written is kept, and a later use is not undone by it', async () => {
    const notebook = new Notebook();
    use = new KeyUse(notebook, logger, 20);
    notebook.isAway = true;
    use.note('once');
    use.note('again');
    await until(() => Promise.resolve(notebook.refused > 0));
    const later = Date.now();
    use.note('again');
    notebook.isAway = false;
    await until(() => Promise.resolve(notebook.written.length > 0));
    const [written] = notebook.written;
    expect([...(written?.keys() ?? [])].sort()).toEqual(['again', 'once']);
    expect(written?.get('again')?.getTime()).toBeGreaterThanOrEqual(later);
  });
});
