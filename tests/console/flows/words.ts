import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/flow.js';

const BRIEF = 'square image of a red ball, no people, free for commercial use';

/** Searching with words, and what is read from them. */
export function wordFlows({ open, running }: FlowTools): void {
  it('answers words with a list of images', async () => {
    const console = await open('/');
    await console.search('red ball');
    expect(await console.results.count()).toBeGreaterThan(5);
    expect((await console.titles())[0]).toBe('red ball');
    expect(console.parameters().get('q')).toBe('red ball');
  });

  it('searches with a brief of the start page', async () => {
    const console = await open('/');
    await console.page.getByRole('link', { name: /smiling face/ }).click();
    await console.results.first().waitFor();
    expect(console.parameters().get('q')).toContain('smiling face');
  });

  it('marks what was read from the words, and shows which words a chip stands for', async () => {
    const console = await open(`/?q=${encodeURIComponent(BRIEF)}`);
    const read = console.page.getByRole('region', { name: 'Read from your words' });
    expect(await read.locator('mark').allInnerTexts()).toEqual([
      'square image',
      'no people',
      'free for commercial use',
    ]);
    await read.getByText('No faces').hover();
    expect(await read.locator('mark[data-pointed="true"]').allInnerTexts()).toEqual(['no people']);
  });

  it('takes a phrase out of the words with its chip', async () => {
    const console = await open(`/?q=${encodeURIComponent(BRIEF)}`);
    await console.button('Remove “no people”').click();
    await console.page.getByText('No faces').waitFor({ state: 'detached' });
    expect(console.parameters().get('q')).toBe('square image of a red ball, free for commercial use');
  });

  it('turns a phrase into a filter that is never left out, and back returns to the words', async () => {
    const console = await open(`/?q=${encodeURIComponent(BRIEF)}`);
    await console.button('Always: Commercial use').click();
    await console.page
      .getByRole('list', { name: 'Filters that are set' })
      .getByText('Commercial use')
      .waitFor();
    expect(console.parameters().get('commercial')).toBe('true');
    expect(console.parameters().get('q')).not.toContain('commercial');
    await console.page.goBack();
    await console.button('Always: Commercial use').waitFor();
    expect(console.parameters().get('q')).toBe(BRIEF);
  });

  it('says which wishes were left out to fill the answer', async () => {
    const console = await open('/');
    await console.search('ball, panorama, no people');
    await console.page.getByText(/these wishes were left out: .*shape/).waitFor();
    expect(await console.page.locator('.chip-dropped').innerText()).toContain('left out');
  });

  it('says that the ranking is degraded while the reranker is unavailable', async () => {
    const console = await open('/');
    running().reranker.setFault({ kind: 'refuse' });
    try {
      await console.search('green box');
      await console.page.getByText(/The order is coarser than usual/).waitFor();
    } finally {
      running().reranker.setFault({ kind: 'none' });
    }
  });

  it('says that nothing fits, and takes the filter out that excludes everything', async () => {
    const console = await open('/?q=ball&license_any=no-such-licence');
    await console.page.getByRole('heading', { name: 'No image fits' }).waitFor();
    await console.page.getByRole('link', { name: /Without “Licence no-such-licence”/ }).click();
    await console.results.first().waitFor();
  });

  it('shows the search as curl without the key, and the answer as JSON', async () => {
    const console = await open('/?q=red%20ball&commercial=true');
    await console.button('Request').click();
    const request = await console.page.getByLabel('Request as curl').innerText();
    expect(request).toContain('"filters":{"commercial":true}');
    expect(request).toContain('$IMAGE_SEARCH_KEY');
    await console.button('Copy JSON').click();
    expect(JSON.parse(await console.clipboard())).toMatchObject({ query: 'red ball' });
  });
}
