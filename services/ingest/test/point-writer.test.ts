import { setTimeout as sleep } from 'node:timers/promises';
import type { UpsertPointsRequestInput } from '@imagesearch/contracts/messages';
import { expect, test } from '@jest/globals';
import { createPointWriter, type PointWriterOptions } from '../src/pipeline/point-writer.js';

const WAIT_MS = 100;

/** Sees the calls that go out, as the index would. */
function openWriter(options: Partial<PointWriterOptions> = {}) {
  const written: number[] = [];
  const upsertPoints = ({ points }: UpsertPointsRequestInput) => {
    written.push(points?.length ?? 0);
    return Promise.resolve({});
  };
  const clients = { retrieval: { upsertPoints } } as unknown as PointWriterOptions['clients'];
  const writer = createPointWriter({ clients, signal: new AbortController().signal, ...options });
  const write = (name: string) =>
    writer.write({
      modelFingerprint: 'm',
      dimensions: { image: 2, caption: 2, sight: 0 },
      point: { assetId: `test:${name}` },
    });
  return { writer, write, written };
}

test('points wait for each other, and no longer than they may', async () => {
  const { write, written } = openWriter({ waitMs: WAIT_MS });
  const startedAt = performance.now();
  await Promise.all([write('a'), sleep(WAIT_MS / 4).then(() => write('b'))]);
  expect(written).toEqual([2]);
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(WAIT_MS - 1);
});

test('a full write does not wait, and neither does a flush', async () => {
  const { writer, write, written } = openWriter({ waitMs: 60_000 });
  await Promise.all(Array.from({ length: 64 }, (_, at) => write(String(at))));
  const last = write('last');
  writer.flush();
  await last;
  expect(written).toEqual([64, 1]);
});
