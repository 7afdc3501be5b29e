import { describe, expect, it } from '@jest/globals';
import { createRetrievalClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Candidate } from '../src/search/candidate.js';
import { SearchRun, type SearchStages } from '../src/search/result.js';
import { createRetriever, retrieve, type Found } from '../src/search/retrieve.js';

const candidate = (assetId: string, marks: Partial<Candidate> = {}): Candidate => ({
  assetId,
  score: 1,
  similarities: {},
  matched: [],
  duplicates: [],
  ...marks,
});

const found = (candidates: Candidate[]): Found => ({
  candidates,
  matching: undefined,
  backend: 'lancedb',
  hyponyms: [],
  counts: {},
});
const WHOLE = found([candidate('whole', { containsImage: true })]);

/** Retrieves by an image, which has these local features. @returns what was found, and what each search was asked with. */
async function retrieveImage(first: Candidate, features: () => Promise<string[]>, words = '') {
  const asked: (readonly string[])[] = [];
  const stages = {
    retriever: {
      search: (_query: unknown, localFeatures: readonly string[]) => {
        asked.push(localFeatures);
        return Promise.resolve(localFeatures.length > 0 ? WHOLE : found([first]));
      },
    },
    encoder: { localFeatures: features },
    logger: createLogger({ service: 'test', level: 'silent' }),
  } as unknown as SearchStages;
  const query = {
    words,
    vectors: { text: undefined, image: undefined },
    excluded: [],
    filters: { hard: {}, soft: {} },
    limit: 100,
    softMin: 0,
    sort: null,
    counted: [],
  };
  const wanted = { image: Buffer.from('x'), seed: null };
  const { candidates } = await retrieve(query, wanted, stages, new SearchRun(detachedCall(5_000)));
  return { ids: candidates.map(({ assetId }) => assetId), asked };
}

describe('retrieving by an image alone', () => {
  it('describes no image that is indexed itself', async () => {
    const same = candidate('same', { isSameImage: true });
    const { ids, asked } = await retrieveImage(same, () => Promise.resolve(['large']));
    expect({ ids, asked }).toEqual({ ids: ['same'], asked: [[]] });
  });

  it('seeks the image that another one is cut out of', async () => {
    const { ids, asked } = await retrieveImage(candidate('near'), () => Promise.resolve(['large', 'small']));
    expect({ ids, asked }).toEqual({ ids: ['whole'], asked: [[], ['large', 'small']] });
  });

  it.each([
    ['an image that has no features', () => Promise.resolve([])],
    ['an image whose features cannot be computed', () => Promise.reject(new Error('the service is away'))],
  ])('answers with the nearest of %s', async (_what, features) => {
    const { ids, asked } = await retrieveImage(candidate('near'), features);
    expect({ ids, asked }).toEqual({ ids: ['near'], asked: [[]] });
  });

  it('describes no image that comes with words', async () => {
    const { asked } = await retrieveImage(candidate('near'), () => Promise.resolve(['large']), 'red');
    expect(asked).toEqual([[]]);
  });
});

it('refuses words and an image that two models embedded, before anything is searched', async () => {
  const embedded = (fingerprint: string) => ({ values: [1], sight: [], fingerprint, crossModal: true });
  const query = {
    words: 'dog',
    vectors: { text: { ...embedded('one'), englishOnly: false }, image: embedded('another') },
    filters: { hard: {}, soft: {} },
    excluded: [],
    limit: 10,
    softMin: 0,
    sort: null,
    counted: [],
  };
  const nowhere = createRetrievalClient('127.0.0.1:1');
  await expect(createRetriever(nowhere).search(query, [], detachedCall(5_000))).rejects.toMatchObject({
    code: 'model_mismatch',
  });
  nowhere.close();
});
