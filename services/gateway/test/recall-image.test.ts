import { describe, expect, it } from '@jest/globals';
import type { Candidate } from '../src/search/candidate.js';
import type { Recalled, RecallQuery } from '../src/search/ports.js';
import { recallImage } from '../src/search/recall-image.js';

const candidate = (assetId: string, marks: Partial<Candidate> = {}): Candidate => ({
  assetId,
  score: 1,
  similarities: {},
  matched: [],
  duplicates: [],
  foundAs: assetId,
  ...marks,
});

type Parts = Pick<RecallQuery, 'localFeatures' | 'nearest'>;

const NEAREST = ['near', 'whole'];
const NOTHING: Parts = { localFeatures: [], nearest: [] };
const recalled = (candidates: Candidate[]): Recalled => ({
  candidates,
  backend: 'lancedb',
  nearest: NEAREST,
  isUnchanged: false,
});
const UNCHANGED: Recalled = { ...recalled([]), nearest: [], isUnchanged: true };

/** What each recall was asked with, in order. */
const recalling = (first: Candidate, compared: Recalled) => {
  const asked: Parts[] = [];
  const recall = (parts: Parts): Promise<Recalled> => {
    asked.push(parts);
    return Promise.resolve(parts.localFeatures.length > 0 ? compared : recalled([first]));
  };
  return { asked, recall };
};

describe('a recall by an image alone', () => {
  const whole = recalled([candidate('whole', { containsImage: true })]);

  it('describes no image that is indexed itself', async () => {
    const { asked, recall } = recalling(candidate('same', { isSameImage: true }), whole);
    const { candidates } = await recallImage(recall, () => Promise.reject(new Error('not to be described')));
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['same']);
    expect(asked).toEqual([NOTHING]);
  });

  it('seeks the image that another one is cut out of among the nearest', async () => {
    const { asked, recall } = recalling(candidate('near'), whole);
    const { candidates } = await recallImage(recall, () => Promise.resolve(['large', 'small']));
    expect(candidates).toEqual(whole.candidates);
    expect(asked).toEqual([NOTHING, { localFeatures: ['large', 'small'], nearest: NEAREST }]);
  });

  it('keeps the answer when none of the nearest contains the image', async () => {
    const { asked, recall } = recalling(candidate('near'), UNCHANGED);
    const { candidates } = await recallImage(recall, () => Promise.resolve(['large']));
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['near']);
    expect(asked).toHaveLength(2);
  });

  it('answers with the nearest of an image that has no features', async () => {
    const { asked, recall } = recalling(candidate('near'), whole);
    const { candidates } = await recallImage(recall, () => Promise.resolve([]));
    expect(candidates.map(({ assetId }) => assetId)).toEqual(['near']);
    expect(asked).toEqual([NOTHING]);
  });
});
