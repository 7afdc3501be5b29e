import { expect, test } from '@jest/globals';
import { isSpelledRight } from '@imagesearch/text-analysis/english-words';
import { memoryInUse } from '@imagesearch/testkit/processes/memory-in-use';
import { LANCEDB } from './support/engines.js';
import { RetrievalFixture } from './support/retrieval-fixture.js';

/** Half of what the dictionary takes. */
const KEPT_MAX = 3_000_000;

/** A first misspelt search that read it would wait for half a second, and on a busy machine be searched as written. */
test('the dictionary is read before the first search that needs it', async () => {
  const retrieval = new RetrievalFixture(LANCEDB);
  await retrieval.open();
  try {
    // The measuring itself takes memory once.
    memoryInUse();
    const before = memoryInUse();
    // WordNet has "dog", and then the dictionary is not asked.
    expect([isSpelledRight('dog'), isSpelledRight('dgo')]).toEqual([true, false]);
    expect(memoryInUse() - before).toBeLessThan(KEPT_MAX);
  } finally {
    await retrieval.close();
  }
});
