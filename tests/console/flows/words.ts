import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';

const BRIEF = 'square image of a red ball, no people, free for commercial use';

/** Searching with words, and what is read from them. */
export function wordFlows({ open, stack }: FlowTools): void {
  it('says how much there is to search, and proposes words and colours of it', async () => {
    const ui = await open('/');
    await ui.page.getByText(/^\d+ images in 1 source$/).waitFor();
    const examples = ui.page.getByRole('region', { name: 'Try a brief' });
    await examples.getByRole('link', { name: /, no people$/ }).click();
    await ui.results.first().waitFor();
    await ui.page.goBack();
    await examples
      .getByRole('link', { name: / close to #/ })
      .first()
      .click();
    await ui.results.first().waitFor();
    expect(ui.parameters().get('palette_near')).toMatch(/^#[0-9a-f]{6}$/);
  });

  it('says how an empty index is filled', async () => {
    const ui = await open('/', { scope: null });
    const nothing = { images: 0, sources: [], words: [], colours: [] };
    await ui.page.route('**/v1/collection', (route) => route.fulfill({ json: nothing }));
    await ui.page.getByLabel('API key').fill(await stack().newKey('pro'));
    await ui.button('Start').click();
    await ui.page.getByText('npm run ingest -- folder').waitFor();
    expect(await ui.seriousFindings()).toEqual([]);
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
    await ui.button('Remove “no people”').click();
    await ui.page.getByText('No faces').waitFor({ state: 'detached' });
    const rest = 'square image of a red ball, free for commercial use';
    expect(ui.parameters().get('q')).toBe(rest);

    await ui.button('Always: Commercial use').click();
    await ui.page.getByRole('list', { name: 'Filters that are set' }).getByText('Commercial use').waitFor();
    expect(ui.parameters().get('commercial')).toBe('true');
    expect(ui.parameters().get('q')).not.toContain('commercial');
    await ui.page.goBack();
    await ui.button('Always: Commercial use').waitFor();
    expect(ui.parameters().get('q')).toBe(rest);
  });

  it('says what the words rule out, and leaves it out of the results', async () => {
    const ui = await open('/');
    await ui.search('ball, not a red ball');
    await ui.page.getByText('Without red ball').waitFor();
    expect(await ui.titles()).not.toContain('red ball');
  });

  it('says which wishes not every image fits', async () => {
    const ui = await open('/');
    await ui.search('ball, panorama, no people');
    await ui.page.getByText(/some do not meet these wishes: .*shape/).waitFor();
    expect(await ui.page.locator('.chip-note').innerText()).toContain('not in all');
  });

  it('says which words it corrected, and searches for them as written on demand', async () => {
    const ui = await open('/');
    await ui.search('red baall');
    await ui.page.getByText('Searched for ball instead of “baall”.').waitFor();
    expect((await ui.titles())[0]).toBe('red ball');
    await ui.page.getByRole('link', { name: 'Search for what I wrote' }).click();
    await ui.page.getByText('No image is described with “baall”.').waitFor();
    expect(ui.parameters().get('exact')).toBe('1');
    await ui.page.locator('.notice').getByRole('link', { name: 'red ball', exact: true }).click();
    await ui.page.getByText('Did you mean').waitFor({ state: 'detached' });
    expect(ui.parameters().get('q')).toBe('red ball');
    expect(ui.parameters().has('exact')).toBe(false);
  });

  it('says that no image is described with words that nothing knows', async () => {
    const ui = await open('/');
    await ui.search('zxqwv vrtlk');
    await ui.page.getByText('No image is described with “zxqwv” or “vrtlk”.').waitFor();
    await ui.page.getByRole('heading', { name: 'No image fits' }).waitFor();
  });

  it('says that the order is less precise, and that the spelling was not checked', async () => {
    const ui = await open('/');
    await ui.changeAnswers((answer) => ({ ...answer, degraded: true, spelling_unchecked: true }));
    await ui.search('green box');
    await ui.page.getByText(/The order is less precise than usual/).waitFor();
    await ui.page.getByText(/Spelling could not be checked/).waitFor();
  });

  it('says that nothing fits, and takes the filter out that excludes everything', async () => {
    const ui = await open('/?q=ball&license_any=ogl-uk-3.0');
    await ui.page.getByRole('heading', { name: 'No image fits' }).waitFor();
    await ui.page.getByRole('link', { name: /Without “ogl-uk-3.0”/ }).click();
    await ui.results.first().waitFor();
  });

  it('shows the search as curl without the key, and the answer as JSON', async () => {
    const ui = await open('/?q=red%20ball&commercial=true');
    await ui.button('Request').click();
    const request = await ui.page.getByLabel('Request as curl').innerText();
    expect(request).toContain('"filters":{"commercial":true}');
    expect(request).toContain('$IMAGE_SEARCH_KEY');
    expect(JSON.parse(await ui.copied(ui.button('Copy JSON')))).toMatchObject({ query: 'red ball' });
  });
}
