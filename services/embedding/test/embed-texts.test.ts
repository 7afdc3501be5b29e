import { expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createEmbedTexts } from '../src/app/embed-texts.js';

const call = () => detachedCall(5_000);

/** Embeds texts in batches, each of which ends when it is let go. */
function gated() {
  const runs: string[][] = [];
  const gates: (() => void)[] = [];
  const texts = {
    embed: async (batch: readonly string[]) => {
      runs.push([...batch]);
      await new Promise<void>((resolve) => gates.push(resolve));
      return batch.map((text) => new Float32Array([text.length]));
    },
    close: () => Promise.resolve(),
  };
  const embedding = createEmbedTexts({
    encoder: () => texts,
    textBatchMax: 3,
    textQueueMax: 100,
  });
  const letGo = async (): Promise<void> => {
    while (gates.length === 0) await new Promise(setImmediate);
    gates.shift()?.();
  };
  return { runs, embedding, letGo };
}

it('texts of one call share a batch, and do not wait for others', async () => {
  const { runs, embedding, letGo } = gated();
  const vectors = embedding.embed(['a', 'bb'], call());
  await letGo();
  expect(await vectors).toEqual([new Float32Array([1]), new Float32Array([2])]);
  expect(runs).toEqual([['a', 'bb']]);
});

it('texts that come while a batch runs fill the next ones', async () => {
  const { runs, embedding, letGo } = gated();
  const results = [embedding.embed(['first'], call())];
  while (runs.length === 0) await new Promise(setImmediate);
  for (const text of ['b', 'c', 'd', 'e']) results.push(embedding.embed([text], call()));
  for (let batch = 0; batch < 3; batch += 1) await letGo();
  await Promise.all(results);
  expect(runs).toEqual([['first'], ['b', 'c', 'd'], ['e']]);
});
