import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../src/search/candidate.js';
import type { Recalled } from '../src/search/ports.js';
import { recallImage } from '../src/search/recall-image.js';

const candidate = (assetId: string, marks: Partial<Candidate> = {}): Candidate => ({
  assetId,
  score: 1,
  similarities: {},
  duplicates: [],
  foundAs: assetId,
  ...marks,
});

/** What each recall was asked with, in order. */
const recalling = (first: Candidate, whole: Candidate) => {
  const asked: (readonly string[])[] = [];
  const recall = (localFeatures: readonly string[]): Promise<Recalled> => {
    asked.push(localFeatures);
    return Promise.resolve({ candidates: [localFeatures.length > 0 ? whole : first], backend: 'lancedb' });
  };
  return { asked, recall };
};

describe('a recall by an image alone', () => {
  const whole = candidate('whole', { containsImage: true });

  it('describes no image that is indexed itself', async () => {
    const { asked, recall } = recalling(candidate('same', { isSameImage: true }), whole);
    const { candidates } = await recallImage(recall, () => Promise.reject(new Error('not to be described')));
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['same']);
    expect(asked).toEqual([[]]);
  });

  it('seeks the image that another one is cut out of', async () => {
    const { asked, recall } = recalling(candidate('near'), whole);
    const { candidates } = await recallImage(recall, () => Promise.resolve(['large', 'small']));
    expect(candidates).toEqual([whole]);
    expect(asked).toEqual([[], ['large', 'small']]);
  });

  it('answers with the nearest of an image that has no features', async () => {
    const { asked, recall } = recalling(candidate('near'), whole);
    const { candidates } = await recallImage(recall, () => Promise.resolve([]));
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['near']);
    expect(asked).toEqual([[]]);
  });
});
