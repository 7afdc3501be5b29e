import { expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { createEmbedTexts } from '../src/app/embed-texts.js';
import { keepBusy, nextTurn } from './support/event-loop.js';

const call = () => detachedCall(5_000);

/** Sizes of the runs of texts that come from several callers while the thread has other work. */
async function runsOf(batchWaitMs: number): Promise<number[]> {
  const runs: number[] = [];
  const texts = {
    gainsByBatches: true,
    embed: (batch: readonly string[]) => {
      runs.push(batch.length);
      return Promise.resolve(batch.map(() => new Float32Array([1])));
    },
    close: () => Promise.resolve(),
  };
  const embedding = createEmbedTexts({
    models: () => ({ texts }),
    modelSemaphore: createSemaphore(1),
    textBatchMax: 32,
    batchWaitMs,
    textQueueMax: 100,
    cacheBytesMax: 1_000_000,
  });
  // Two callers at a time.
  await Promise.all(['a', 'b'].map((text) => embedding.embed([text], call())));
  const third = embedding.embed(['c'], call());
  for (let turn = 0; turn < 3; turn += 1) {
    keepBusy(3);
    await nextTurn();
  }
  const fourth = embedding.embed(['d'], call());
  await Promise.all([third, fourth]);
  await embedding.close();
  return runs;
}

it('texts of several callers wait for each other while the thread has other work', async () => {
  const tries: number[][] = [];
  // They wait for 20 ms at most, and another program may hold this one up for longer.
  for (let one = 0; one < 10; one += 1) tries.push(await runsOf(3));
  expect(tries).toContainEqual([2, 2]);
});

it('no text waits where texts may not wait for their batch', async () => {
  expect(await runsOf(0)).toEqual([2, 1, 1]);
});
