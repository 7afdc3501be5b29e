import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { EmbeddingClient, RetrievalClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { createLogger } from '@imagesearch/service-kit/logging';
import { createEncoder, spellAndEncode, type TextEmbedding } from '../src/search/encode.js';
import type { SearchStages } from '../src/search/result.js';
import { createSearchIndex, retrieve, type RetrievalQuery } from '../src/search/retrieve.js';
import { SearchRun } from '../src/search/run.js';
import { createSpell, type Wording } from '../src/search/spell.js';

const logger = createLogger({ service: 'test', level: 'silent' });
const AWAY = new Error('the service is away');
const VECTOR = { values: [1, 0] };
const UNHELPED = { corrections: [], translations: [], unmatched: [], didYouMean: '' };
const IN_ENGLISH: Wording = { exact: false, languages: { stated: null, read: ['en'] } };

const found = (assetId: string, marks: object = {}) => ({
  candidates: [{ assetId, score: 1, similarities: {}, ranks: {}, duplicates: [], unmet: [], ...marks }],
  ...{ backend: 'lancedb', hyponyms: [], counts: [] },
});

/** Of the calls of each method in turn; the last one stays, and an error fails the call. */
const ANSWERS = {
  checkSpelling: [{ words: 'red dog', ...UNHELPED }] as unknown[],
  embedTexts: [{ vectors: [VECTOR], sightVectors: [VECTOR], fingerprint: 'm' }] as unknown[],
  embedImage: [{ vector: VECTOR, fingerprint: 'm', likeness: { perceptualHashes: ['1'] } }] as unknown[],
  describeLocalFeatures: [{ localFeatures: ['large', 'small'] }] as unknown[],
  searchPoints: [found('near'), found('whole', { containsImage: true })] as unknown[],
};

/** The stages of a search in front of services that answer as told, and the names of the calls that these get. */
function stagesOver(answers: Partial<typeof ANSWERS> = {}) {
  const asked: string[] = [];
  const left = new Map(Object.entries({ ...ANSWERS, ...answers }).map(([method, all]) => [method, [...all]]));
  const client = Object.fromEntries(
    [...left].map(([method, all]) => [
      method,
      async (request: { texts?: string[]; sameImage?: { localFeatures: string[] } | null }) => {
        asked.push([method, request.texts ?? request.sameImage?.localFeatures ?? []].flat().join(' '));
        const answer = await (all.length > 1 ? all.shift() : all[0]);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    ]),
  ) as unknown as EmbeddingClient & RetrievalClient;
  const stages = {
    encoder: createEncoder(client),
    spell: createSpell(client, logger),
    searchIndex: createSearchIndex(client),
    logger,
  } as SearchStages;
  return { ...stages, stages, asked };
}

const call = () => detachedCall(5_000);
const run = () => new SearchRun(call());

describe('spelling and encoding', () => {
  const encode = (stages: SearchStages, image: Buffer | null = null) =>
    spellAndEncode({ words: 'red dgo', image, ...IN_ENGLISH }, stages, run());

  it('are done side by side, and words that were corrected are encoded once more', async () => {
    const { stages, asked } = stagesOver();
    const { spelling, vectors } = await encode(stages, randomBytes(64));
    expect(asked).toEqual(['checkSpelling', 'embedTexts red dgo', 'embedImage', 'embedTexts red dog']);
    expect({ words: spelling.words, vectors }).toMatchObject({
      words: 'red dog',
      vectors: { text: VECTOR, image: VECTOR },
    });
  });

  it('go on with the words as written when the check fails, and say that they are unchecked', async () => {
    const { stages, asked } = stagesOver({ checkSpelling: [AWAY] });
    expect((await encode(stages)).spelling).toMatchObject({ words: 'red dgo', spelling_unchecked: true });
    expect(asked).toEqual(['checkSpelling', 'embedTexts red dgo']);
  });
});

describe('what is known of recent words and images', () => {
  it('is asked for once for the same bytes, and for other bytes by themselves', async () => {
    const { encoder, asked } = stagesOver();
    const image = randomBytes(64);
    for (const bytes of [image, Buffer.from(image), randomBytes(64)]) {
      expect(await encoder.encodeImage(bytes, call())).toMatchObject(VECTOR);
      expect(await encoder.localFeatures(bytes, call())).toEqual(['large', 'small']);
    }
    expect(asked).toHaveLength(4);
  });

  it('is asked for once for words that need no help and are meant in the same way', async () => {
    const { spell, asked } = stagesOver();
    const ways: Wording[] = [
      IN_ENGLISH,
      { ...IN_ENGLISH, exact: true },
      { ...IN_ENGLISH, seen: { sourceAny: ['mine'] } },
      { exact: false, languages: { stated: 'de', read: ['en'] } },
      { exact: false, languages: { stated: null, read: ['de', 'en'] } },
    ];
    for (const way of [...ways, ...ways]) await spell('red dog', way, call());
    expect(asked).toHaveLength(ways.length);
  });

  it.each([
    ['a correction', { words: 'dog', corrections: [{ from: 'dgo', to: 'dog' }] }],
    ['a translation', { words: 'dog', translations: [{ from: 'hund', to: 'dog', language: 'de' }] }],
    ['an unknown word', { unmatched: ['dgo'] }],
    ['a guess', { didYouMean: 'dog' }],
  ])('is asked for again after %s, which new images may change', async (_what, part) => {
    const { spell, asked } = stagesOver({ checkSpelling: [{ words: 'dgo', ...UNHELPED, ...part }] });
    for (let time = 0; time < 2; time += 1) await spell('dgo', IN_ENGLISH, call());
    expect(asked).toHaveLength(2);
  });

  it('holds no failure', async () => {
    const { encoder, spell } = stagesOver({
      embedImage: [AWAY, ...ANSWERS.embedImage],
      checkSpelling: [AWAY, ...ANSWERS.checkSpelling],
    });
    const image = randomBytes(64);
    await expect(encoder.encodeImage(image, call())).rejects.toThrow(AWAY.message);
    expect(await encoder.encodeImage(image, call())).toMatchObject(VECTOR);
    expect(await spell('red dog', IN_ENGLISH, call())).toMatchObject({ spelling_unchecked: true });
    expect(await spell('red dog', IN_ENGLISH, call())).not.toHaveProperty('spelling_unchecked');
  });
});

describe('retrieving by an image', () => {
  const QUERY: RetrievalQuery = {
    ...{ words: '', vectors: {}, seed: null, excluded: [], filters: { hard: {}, soft: {} } },
    ...{ limit: 100, softMin: 0, sort: null, counted: [], seen: undefined },
  };
  const NO_FEATURES = { describeLocalFeatures: [{ localFeatures: [] }] };

  it.each<[string, Partial<typeof ANSWERS>, string, string, string[]]>([
    [
      'that another one holds finds that one',
      {},
      '',
      'whole',
      ['describeLocalFeatures', 'searchPoints large small'],
    ],
    [
      'that is indexed itself needs no features',
      { searchPoints: [found('same', { sameImage: true })] },
      '',
      'same',
      [],
    ],
    ['that comes with words needs none', {}, 'red', 'near', []],
    ['without features finds the nearest', NO_FEATURES, '', 'near', ['describeLocalFeatures']],
    [
      'whose features fail finds the nearest',
      { describeLocalFeatures: [AWAY] },
      '',
      'near',
      ['describeLocalFeatures'],
    ],
  ])('%s', async (_name, answers, words, first, more) => {
    const { stages, encoder, asked } = stagesOver(answers);
    const image = randomBytes(64);
    const vectors = { image: await encoder.encodeImage(image, call()) };
    const { candidates } = await retrieve({ ...QUERY, words, vectors }, image, stages, run());
    expect(candidates.map(({ assetId }) => assetId)).toEqual([first]);
    expect(asked).toEqual(['embedImage', 'searchPoints', ...more]);
  });

  it('that another model embedded than the index has is embedded again by the next try', async () => {
    const mismatch = new AppError('model_mismatch', 'The index was filled by another model.');
    const { stages, encoder, asked } = stagesOver({ searchPoints: [mismatch, found('near')] });
    const image = randomBytes(64);
    const search = async () => {
      const vectors = { image: await encoder.encodeImage(image, call()) };
      return retrieve({ ...QUERY, words: 'dog', vectors }, image, stages, run());
    };
    await expect(search()).rejects.toBe(mismatch);
    expect((await search()).candidates).toMatchObject([{ assetId: 'near' }]);
    expect(asked).toEqual(['embedImage', 'searchPoints', 'embedImage', 'searchPoints']);
  });

  it('and words that two models embedded is refused before anything is searched', async () => {
    const { searchIndex, asked } = stagesOver();
    const text = { ...VECTOR, fingerprint: 'one' } as unknown as TextEmbedding;
    const vectors = { text, image: { ...VECTOR, fingerprint: 'another' } };
    const searching = searchIndex({ ...QUERY, words: 'dog', vectors }, [], call());
    await expect(searching).rejects.toMatchObject({ code: 'model_mismatch' });
    expect(asked).toEqual([]);
  });
});
