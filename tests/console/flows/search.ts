import { expect, it } from '@jest/globals';
import type { SearchAnswer } from '@imagesearch/sdk';
import { describeFlows, open } from '../support/console.js';

const BRIEF = 'square image of a red ball, no people, free for commercial use';

const UNKNOWN = { license: 'unknown', commercial: null };

/** What the page says of an answer, which the API gives so, or is made to. */
const SAID: [words: string, said: (string | RegExp)[], change?: (answer: SearchAnswer) => object][] = [
  ['ball, not a red ball', ['Without red ball']],
  ['ball, panorama, no people', [/some do not meet these wishes: .*shape/, 'not in all']],
  ['zxqwv vrtlk', ['No image is described with “zxqwv” or “vrtlk”.', 'No image fits']],
  [
    'green box',
    [/The order is less precise than usual/, /Spelling could not be checked/],
    (answer) => ({ ...answer, degraded: true, spelling_unchecked: true }),
  ],
  ['shape', [/^\d+ of 1,000\+ images$/], (answer) => ({ ...answer, reachable: 1_000 })],
  [
    'blue ball',
    ['The licence of 2 of these images is unknown (those with a ?): ask the rights holder'],
    ({ results, ...answer }) => ({
      ...answer,
      results: results.map((image, at) =>
        at < 2 ? { ...image, rights: { ...image.rights, ...UNKNOWN } } : image,
      ),
    }),
  ],
];

/** Searching with words: what is read from them, and the list of images. */
describeFlows('a search', () => {
  it('proposes words and colours of the collection', async () => {
    const ui = await open('/');
    await ui.says(/^\d+ images in 1 source$/);
    await ui.follow(/, no people$/);
    await ui.results.first().waitFor();
    await ui.page.goBack();
    await ui.follow(/ close to #/);
    await ui.results.first().waitFor();
    expect(ui.parameters().get('palette_near')).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('marks what was read from the words, and takes a phrase out or makes a filter of it', async () => {
    const ui = await open(`/?q=${encodeURIComponent(BRIEF)}`);
    const read = ui.page.getByRole('region', { name: 'Read from your words' });
    await read.waitFor();
    expect(await read.locator('mark').allInnerTexts()).toEqual([
      'square image',
      'no people',
      'free for commercial use',
    ]);
    expect(await read.locator('p').innerText()).toBe(`Read as ${BRIEF}`);
    await ui.button('Remove “no people”').click();
    await ui.page.getByText('No faces').waitFor({ state: 'detached' });
    const rest = 'square image of a red ball, free for commercial use';
    expect(ui.parameters().get('q')).toBe(rest);

    await ui.button('Always: Commercial use').click();
    await ui.button('Remove the filter: Commercial use').waitFor();
    expect(ui.parameters().get('q')).not.toContain('commercial');
    await ui.page.goBack();
    await ui.button('Always: Commercial use').waitFor();
    expect(ui.parameters().get('q')).toBe(rest);
  });

  it('says where an answer is not exactly what was asked for', async () => {
    const ui = await open('/');
    for (const [words, said, change = (answer: SearchAnswer) => answer] of SAID) {
      await ui.page.route(/\/v1\/search$/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: change((await response.json()) as SearchAnswer) });
      });
      await ui.search(words);
      for (const text of said) await ui.says(text);
    }
    expect(await ui.results.locator('.tone-open', { hasText: 'Unknown licence' }).count()).toBe(2);
  });

  it('says which words it translated and corrected, and searches for them as written on demand', async () => {
    const ui = await open('/');
    await ui.search('Schmetterling');
    await ui.says('Searched for butterfly instead of “Schmetterling”, read as German.');
    await ui.search('red baall');
    await ui.says('Searched for ball instead of “baall”.');
    expect((await ui.titles())[0]).toBe('red ball');
    await ui.follow('Search for what I wrote');
    await ui.says('No image is described with “baall”.');
    expect(ui.parameters().get('exact')).toBe('1');
    await ui.page.locator('.notice').getByRole('link', { name: 'red ball', exact: true }).click();
    await ui.page.getByText('Did you mean').waitFor({ state: 'detached' });
    expect(ui.parameters().toString()).toBe('q=red+ball');
  });

  it('shows of each image its licence, and its credit and others like it to who points at it', async () => {
    const ui = await open('/?q=blue%20ball');
    const tile = ui.tile('blue ball');
    expect(await tile.locator('.badge').textContent()).toContain('CC BY-NC 4.0, no commercial use');
    await tile.hover();
    expect(await tile.locator('.tile-credit').innerText()).toContain('by Bo');
    await ui.follow('More like blue ball');
    await ui.page.getByRole('heading', { name: /images? like this one/ }).waitFor();
    expect(ui.parameters().get('like')).toBe('drawn:blue-disc');
    expect(await ui.titles()).not.toContain('blue ball');
  });

  it('goes on in steps of what the plan gives at a time, and keeps what is there', async () => {
    const ui = await open('/?q=shape', { plan: 'free' });
    await ui.says('Your plan shows fewer images at a time');
    await ui.page.getByRole('heading', { name: /^10 of about \d+ images$/ }).waitFor();
    const before = await ui.titles();
    const answered = ui.answer();
    await ui.button('Show 10 more').click();
    expect((await answered).request().postDataJSON()).toMatchObject({ cursor: expect.any(String) });
    await ui.results.nth(19).waitFor();
    expect((await ui.titles()).slice(0, 10)).toEqual(before);
    expect(new Set(await ui.places()).size).toBe(20);
  });

  it('divides strong matches from weaker ones, and shows scores on demand', async () => {
    const ui = await open('/');
    const answered = ui.answer();
    await ui.search('red ball');
    const { strong_count: strong } = (await (await answered).json()) as { strong_count: number };
    await ui.says(`${strong} strong match`);
    expect(await ui.page.locator('.results > .tile:has(~ .results-divider)').count()).toBe(strong);
    expect(await ui.page.locator('.tile-score').count()).toBe(0);
    await ui.button('Scores').click();
    const scores = (await ui.page.locator('.tile-score').allInnerTexts()).map(Number);
    expect(scores).toHaveLength(await ui.results.count());
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('without a strong match says so first and what helps, and folds the others to a row', async () => {
    const ui = await open('/');
    await ui.search('committee of economists');
    await ui.says('No strong match');
    await ui.says(/^No image here clearly shows what you wrote/);
    await ui.says(/it recognises only 1,000 kinds of things/);
    expect(await ui.results.count()).toBe(5);
    await ui.button(/^Show all \d+ weaker matches$/).click();
    await ui.results.nth(5).waitFor();
    expect(await ui.page.locator('.results-divider').count()).toBe(0);
  });

  it('is used with the keyboard: from the field, through the whole collection, into an image', async () => {
    const ui = await open('/');
    await ui.field.press('Enter');
    await ui.results.first().waitFor();
    expect(ui.parameters().get('browse')).toBe('1');
    // The search replaced the page of the start, but the person goes on in its field.
    expect(await ui.page.evaluate<string>('document.activeElement.name')).toBe('q');
    const places = await ui.places();
    const press = async (key: string): Promise<number> => {
      await ui.page.keyboard.press(key);
      return places.indexOf(await ui.page.evaluate<string>('document.activeElement.dataset.place'));
    };
    await ui.page.locator('[data-place]').first().focus();
    expect(await press('ArrowRight')).toBe(1);
    const below = await press('ArrowDown');
    expect(below).toBeGreaterThan(2);
    expect(await press('ArrowUp')).toBeLessThan(below);
    expect(await press('End')).toBe(places.length - 1);
    // Tab stops at one of them.
    expect(await ui.page.locator('[data-place][tabindex="0"]').count()).toBe(1);
    await ui.page.keyboard.press('Enter');
    await ui.image.waitFor();
  });

  it('keeps every place while previews arrive, and puts words in the place of one that cannot be loaded', async () => {
    const ui = await open('/', { statuses: [404] });
    const release = await ui.hold(/v=thumb|\/v1\/download\//, 404);
    await ui.search('shape');
    const before = await ui.results.last().boundingBox();
    release();
    await ui.results.first().getByText('The preview cannot be loaded').waitFor();
    expect(await ui.results.last().boundingBox()).toEqual(before);
  });

  it('answers a reload, back and forward where they were, without asking again', async () => {
    const ui = await open('/');
    const asked: string[] = [];
    ui.page.on('request', (request) => {
      if (request.url().endsWith('/v1/search')) asked.push(request.url());
    });
    await ui.search('shape');
    await ui.page.evaluate('scrollTo(0, 300)');
    await ui.until('scrollY === 300');
    await ui.page.reload();
    await ui.results.first().waitFor();
    await ui.until('scrollY === 300');

    await ui.search('red ball');
    await ui.until('scrollY === 0');
    await ui.page.goBack();
    await ui.until('scrollY === 300');
    expect(await ui.field.inputValue()).toBe('shape');
    await ui.page.goForward();
    await ui.until("document.querySelector('.tile-title')?.textContent === 'red ball'");
    await ui.page.goBack();
    await ui.page.goBack();
    await ui.page.getByRole('heading', { name: /Find the image/ }).waitFor();
    expect(asked).toHaveLength(2);
  });

  it('shows a search as curl without the key, and its answer as JSON', async () => {
    const ui = await open('/?q=red%20ball&commercial=true');
    await ui.button('Request').click();
    const request = await ui.copied(ui.button('Copy curl'));
    expect(request).toContain('"filters":{"commercial":true}');
    expect(request).toContain('$IMAGE_SEARCH_KEY');
    expect(JSON.parse(await ui.copied(ui.button('Copy JSON')))).toMatchObject({ query: 'red ball' });
  });
});
