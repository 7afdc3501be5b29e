import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createSpellingChecker, type Spelling, type Wording } from '../src/search/spell.js';
import { asWritten } from './support/spellings.js';

const call = () => detachedCall(5_000);
const inEnglish: Wording = { exact: false, languages: { stated: null, read: ['en'] } };

/** Which words the service behind it is asked about. */
function asked(answer: (words: string) => Spelling | Promise<Spelling> = asWritten) {
  const words: string[] = [];
  const checker = createSpellingChecker({
    checkSpelling: async ({ words: text = '' }) => {
      words.push(text);
      return toWire(await answer(text));
    },
  });
  return { words, checker };
}

const toWire = ({ words, corrections, translations, unmatched, did_you_mean }: Spelling) => ({
  words,
  corrections: [...corrections],
  translations: translations.map(({ from, to, lang }) => ({ from, to, language: lang })),
  unmatched: [...unmatched],
  didYouMean: did_you_mean ?? '',
});

describe('spellings that were checked recently', () => {
  it('answers a text that needs no help once more without asking', async () => {
    const { words, checker } = asked();
    const first = await checker.check('red dog', inEnglish, call());
    expect(await checker.check('red dog', inEnglish, call())).toEqual(first);
    await checker.check('red dogs', inEnglish, call());
    expect(words).toEqual(['red dog', 'red dogs']);
  });

  it('asks again when the same text is meant in another way', async () => {
    const { words, checker } = asked();
    const ways: Wording[] = [
      inEnglish,
      { ...inEnglish, exact: true },
      { exact: false, languages: { stated: 'de', read: ['en'] } },
      { exact: false, languages: { stated: null, read: ['de', 'en'] } },
    ];
    for (const way of ways) await checker.check('rot', way, call());
    expect(words).toHaveLength(ways.length);
  });

  it.each<[string, Partial<Spelling>]>([
    ['a correction', { words: 'dog', corrections: [{ from: 'dgo', to: 'dog' }] }],
    ['a translation', { words: 'dog', translations: [{ from: 'hund', to: 'dog', lang: 'de' }] }],
    ['an unknown word', { unmatched: ['dgo'] }],
    ['a guess', { did_you_mean: 'dog' }],
  ])('asks again after an answer with %s, which new images may change', async (_what, part) => {
    const { words, checker } = asked((text) => ({ ...asWritten(text), ...part }));
    for (let time = 0; time < 2; time += 1) await checker.check('dgo', inEnglish, call());
    expect(words).toHaveLength(2);
  });

  it('keeps no failure', async () => {
    let times = 0;
    const { checker } = asked((text) => {
      times += 1;
      return times === 1 ? Promise.reject(new Error('away')) : asWritten(text);
    });
    await expect(checker.check('dog', inEnglish, call())).rejects.toThrow('away');
    expect(await checker.check('dog', inEnglish, call())).toEqual(asWritten('dog'));
  });
});
