import { beforeAll, expect, test } from '@jest/globals';
import { describeOnIndexes } from '../support/engines.js';
import { call, point, retrievalForAll } from '../support/retrieval-fixture.js';

describeOnIndexes('words of other languages', (engine) => {
  const retrieval = retrievalForAll(engine);

  beforeAll(async () => {
    await retrieval.upsert(
      point('a:1', { title: 'Dog on a beach', tags: ['hand', 'chat', 'gate', 'goat'] }),
      point('a:2', { title: 'Ein Leuchtturm 🎉', tags: ['Igel'], description: 'An elephant' }),
      point('a:3', { title: '富士山の雪景色' }),
      point('a:4', { title: 'Butterfly on a tree', tags: ['fish'] }),
      point('a:5', { title: 'Hund', tags: ['dog'] }),
    );
    await retrieval.optimize();
  });

  const check = (words: string, more: object = {}) =>
    retrieval.client.checkSpelling({ words, ...more }, call());

  test.each([
    ['Schmetterling', 'butterfly', 'de'],
    ['árbol de navidad', 'christmas tree', 'es'],
    ['gafas de sol', 'sunglasses', 'es'],
    ['ペンギン', 'penguin', 'ja'],
    ['собака', 'dog', 'ru'],
    ['👶🏽', 'baby', 'und-Zsye'],
    ['🐈‍⬛', 'black cat', 'und-Zsye'],
    ['🇫🇷', 'flag france', 'und-Zsye'],
  ])('%j is searched for as %j (%s)', async (from, to, language) => {
    expect(await check(from)).toMatchObject({
      words: to,
      translations: [{ from, to, language }],
      corrections: [],
      unmatched: [],
    });
  });

  test('the other words of a query are read in its language, and its articles are left out', async () => {
    expect(await check('el gato negro')).toMatchObject({ words: 'black cat' });
    expect(await check('rotes Fahrrad mit Regenschirm')).toMatchObject({ words: 'red bicycle umbrella' });
    expect(await check('黒い猫')).toMatchObject({ words: 'black cat' });
  });

  test.each(['dog', 'hand', 'Leuchtturm', '富士山', 'chat', 'gift', '"gato"', 'iphone', 'sakura'])(
    '%j stays, because images or English have it, or because it is quoted',
    async (words) => {
      expect(await check(words)).toMatchObject({ words, translations: [] });
    },
  );

  test('what images have stays also among words that are translated', async () => {
    expect(await check('rotes Fahrrad mit Pinguin')).toMatchObject({ words: 'red bicycle penguin' });
    expect(await check('rotes Fahrrad mit Igel')).toMatchObject({
      words: 'red bicycle Igel',
    });
  });

  test('in a stated language English words are translated too, but not the words of captions in it', async () => {
    expect(await check('chat', { language: 'fr-CA' })).toMatchObject({ words: 'cat' });
    expect(await check('Leuchtturm', { language: 'de' })).toMatchObject({ translations: [] });
    expect(await check('dog', { language: 'de' })).toMatchObject({ words: 'dog', translations: [] });
    expect(await check('chat', { language: 'eo' })).toMatchObject({ words: 'chat' });
  });

  test('of two languages that share a word the one that the caller reads decides', async () => {
    const read = async (words: string, ...languagesRead: string[]) =>
      (await check(words, { languagesRead })).translations;
    expect(await read('barca')).toMatchObject([{ language: 'es' }]);
    expect(await read('barca', 'it')).toMatchObject([{ to: 'boat', language: 'it' }]);
    expect(await read('kot')).toEqual([]);
    expect(await read('kot', 'pl')).toMatchObject([{ to: 'cat', language: 'pl' }]);
    expect((await check('chat', { languagesRead: ['fr'] })).words).toBe('chat');
  });

  test('a word that English has as a name or hardly at all is read in the one language that has it for what images show', async () => {
    expect(await check('papillon')).toMatchObject({
      words: 'butterfly',
      translations: [{ from: 'papillon', to: 'butterfly', language: 'fr' }],
    });
    expect(await check('mariposa')).toMatchObject({ translations: [{ to: 'butterfly', language: 'es' }] });
    expect(await check('Baum')).toMatchObject({ translations: [{ to: 'tree', language: 'de' }] });
    expect(await check('poisson')).toMatchObject({ translations: [{ to: 'fish', language: 'fr' }] });
    // No image shows a strawberry; a name has a capital; two languages have "luna".
    for (const words of ['fraise', 'Poisson', 'luna', '"papillon"']) {
      expect(await check(words)).toMatchObject({ words, translations: [] });
    }
  });

  test('a word of three letters is read in the one language that has it for what images show', async () => {
    expect(await check('pez')).toMatchObject({ words: 'fish', translations: [{ language: 'es' }] });
    expect(await check('Ohr')).toMatchObject({ translations: [] });
  });

  test('what the caller reads rather than English is tried before English', async () => {
    const read = async (words: string, ...languagesRead: string[]) =>
      (await check(words, { languagesRead })).words;
    expect(await read('pain', 'fr-FR', 'fr', 'en')).toBe('bread');
    expect(await read('pain', 'en-US', 'fr')).toBe('pain');
    expect(await read('pain relief', 'fr')).toBe('pain relief');
    expect(await read('Ohr', 'de')).toBe('ear');
  });

  test('a word that a few images have is searched for beside its translation that more have', async () => {
    expect(await check('Hund')).toMatchObject({
      words: 'hund dog',
      translations: [{ from: 'Hund', to: 'hund dog', language: 'de' }],
    });
    expect(await check('Leuchtturm')).toMatchObject({ words: 'Leuchtturm', translations: [] });
  });

  test('nothing is translated when the words are meant exactly', async () => {
    expect(await check('gato 🐘', { exact: true })).toMatchObject({ words: 'gato 🐘', translations: [] });
  });

  test('an emoji that captions hold is searched for beside its name', async () => {
    expect(await check('🎉')).toMatchObject({ words: '🎉 party popper' });
  });

  test('a long query in many scripts is read', async () => {
    const words = Array.from({ length: 60 }, (_, at) => `gato${at} 猫犬鳥${at} кот 🐘`).join(' ');
    expect((await check(words.slice(0, 1_000))).words).toContain('elephant');
  });
});
