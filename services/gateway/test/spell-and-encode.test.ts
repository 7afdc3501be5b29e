import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import type {
  Encoder,
  ImageEmbedding,
  Spelling,
  SpellingChecker,
  TextEmbedding,
} from '../src/search/ports.js';
import { spellAndEncode, type WrittenQuery } from '../src/search/spell-and-encode.js';
import { StageTimer } from '../src/search/stage-timer.js';
import { asWritten } from './support/spellings.js';

const QUERY: WrittenQuery = {
  words: 'red aple',
  image: null,
  exact: false,
  languages: { stated: null, read: [] },
};
const VECTOR: TextEmbedding = {
  values: [1],
  sight: [1],
  fingerprint: 'm',
  crossModal: false,
  englishOnly: true,
};
const IMAGE_VECTOR: ImageEmbedding = { values: [0], fingerprint: 'm' };

/** An encoder that records its requests, and a spelling check that answers when the test says so. */
function steps() {
  const encoded: string[] = [];
  const encoder: Encoder = {
    encodeText: (text) => {
      encoded.push(text);
      return Promise.resolve(VECTOR);
    },
    localFeatures: () => Promise.resolve([]),
    encodeImage: () => {
      encoded.push('an image');
      return Promise.resolve(IMAGE_VECTOR);
    },
  };
  let answer: (spelling: Spelling | Promise<never>) => void = () => undefined;
  const checked = new Promise<Spelling>((resolve) => (answer = resolve));
  const spelling: SpellingChecker = { check: () => checked };
  const logger = createLogger({ service: 'test', level: 'silent' });
  const run = (query: Partial<WrittenQuery>) =>
    spellAndEncode(
      { ...QUERY, ...query },
      { encoder, spelling, logger },
      { timer: new StageTimer(), call: detachedCall(5_000) },
    );
  return { encoded, answer, run };
}

const nextTurn = () => new Promise(setImmediate);

describe('spelling and encoding', () => {
  it('encodes the words that are searched for, and never the ones that were corrected', async () => {
    const { encoded, answer, run } = steps();
    answer(asWritten('red apple'));
    const { spelling, vectors } = await run({});
    expect(spelling.words).toBe('red apple');
    expect(encoded).toEqual(['red apple']);
    expect(vectors).toEqual({ text: VECTOR, image: undefined });
  });

  it('encodes an image while the words are checked', async () => {
    const { encoded, answer, run } = steps();
    const running = run({ image: Buffer.from('x') });
    await nextTurn();
    expect(encoded).toEqual(['an image']);
    answer(asWritten('red apple'));
    expect((await running).vectors).toEqual({ text: VECTOR, image: IMAGE_VECTOR });
    expect(encoded).toEqual(['an image', 'red apple']);
  });

  it('encodes words that are meant exactly while they are checked', async () => {
    const { encoded, answer, run } = steps();
    const running = run({ exact: true });
    await nextTurn();
    expect(encoded).toEqual(['red aple']);
    answer({ ...asWritten('red aple'), didYouMean: 'red apple' });
    expect((await running).spelling.didYouMean).toBe('red apple');
    expect(encoded).toEqual(['red aple']);
  });

  it('encodes the words as written when the check fails, and says that they are unchecked', async () => {
    const { encoded, answer, run } = steps();
    answer(Promise.reject(new Error('the index is away')));
    expect((await run({})).spelling).toMatchObject({ words: 'red aple', isUnchecked: true });
    expect(encoded).toEqual(['red aple']);
  });
});
