import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { EmbeddingClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import {
  createEncoder,
  spellAndEncode,
  type Encoder,
  type ImageEmbedding,
  type TextEmbedding,
  type WrittenQuery,
} from '../src/search/encode.js';
import { SearchRun } from '../src/search/result.js';
import type { Spelling, SpellingChecker } from '../src/search/spell.js';
import { asWritten } from './support/spellings.js';

const QUERY: WrittenQuery = {
  words: 'red aple',
  image: null,
  exact: false,
  languages: { stated: null, read: [] },
};
const vectorOf = (text: string): TextEmbedding => ({
  values: [text.length],
  sight: [1],
  fingerprint: 'm',
  crossModal: false,
  englishOnly: true,
});
const IMAGE_VECTOR: ImageEmbedding = { values: [0], fingerprint: 'm' };

/** An encoder that records its requests, and a spelling check that answers when the test says so. */
function steps() {
  const encoded: string[] = [];
  const encoder: Encoder = {
    encodeText: (text) => {
      encoded.push(text);
      return Promise.resolve(vectorOf(text));
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
    spellAndEncode({ ...QUERY, ...query }, { encoder, spelling, logger }, new SearchRun(detachedCall(5_000)));
  return { encoded, answer, run };
}

const nextTurn = () => new Promise(setImmediate);

describe('spelling and encoding', () => {
  it('encodes the words and the image while the words are checked', async () => {
    const { encoded, answer, run } = steps();
    const running = run({ image: Buffer.from('x') });
    await nextTurn();
    expect(encoded).toEqual(['red aple', 'an image']);
    answer(asWritten('red aple'));
    expect((await running).vectors).toEqual({ text: vectorOf('red aple'), image: IMAGE_VECTOR });
    expect(encoded).toEqual(['red aple', 'an image']);
  });

  it('searches for the words that were corrected, not for those that were written', async () => {
    const { encoded, answer, run } = steps();
    answer(asWritten('red apple'));
    const { spelling, vectors } = await run({});
    expect(spelling.words).toBe('red apple');
    expect(vectors).toEqual({ text: vectorOf('red apple'), image: undefined });
    expect(encoded).toEqual(['red aple', 'red apple']);
  });

  it('encodes the words as written when the check fails, and says that they are unchecked', async () => {
    const { encoded, answer, run } = steps();
    answer(Promise.reject(new Error('the index is away')));
    expect((await run({})).spelling).toMatchObject({ words: 'red aple', spelling_unchecked: true });
    expect(encoded).toEqual(['red aple']);
  });
});

describe('what is known of recent images', () => {
  /** An embedding service that answers as told, and how often it is asked. */
  function service() {
    const asked: string[] = [];
    let failures = 0;
    const answer = <Value>(what: string, value: Value): Promise<Value> => {
      asked.push(what);
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error('the service is away')) : Promise.resolve(value);
    };
    const client = {
      embedImage: () => answer('vector', { vector: { values: [1, 0] }, fingerprint: 'm', likeness: null }),
      describeLocalFeatures: () => answer('features', { localFeatures: ['large', 'small'] }),
    } as unknown as EmbeddingClient;
    return { encoder: createEncoder(client), asked, fail: (times: number) => (failures = times) };
  }
  const call = () => detachedCall(5_000);

  it('is asked for once for the same bytes, and for other bytes by themselves', async () => {
    const { encoder, asked } = service();
    const [image, other] = [randomBytes(64), randomBytes(64)];
    const first = await encoder.encodeImage(image, call());
    expect(await encoder.encodeImage(Buffer.from(image), call())).toBe(first);
    expect(await encoder.localFeatures(image, call())).toEqual(['large', 'small']);
    await encoder.localFeatures(Buffer.from(image), call());
    await encoder.encodeImage(other, call());
    expect(asked).toEqual(['vector', 'features', 'vector']);
  });

  it('holds no failure', async () => {
    const { encoder, fail } = service();
    const image = randomBytes(64);
    fail(1);
    await expect(encoder.encodeImage(image, call())).rejects.toThrow('the service is away');
    expect(await encoder.encodeImage(image, call())).toMatchObject({ values: [1, 0] });
  });
});
