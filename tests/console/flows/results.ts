import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';

/** The list of images. */
export function resultFlows({ open }: FlowTools): void {
  it('shows title, licence and what it permits of each image, and the credit to who points at it', async () => {
    const ui = await open('/?q=blue%20ball');
    const tile = ui.results.filter({ hasText: 'blue ball' }).first();
    expect(await tile.locator('.badge').first().innerText()).toContain('CC BY-NC 4.0');
    expect(await tile.locator('.badge').first().textContent()).toContain('no commercial use');
    await tile.hover();
    expect(await tile.locator('.tile-credit').innerText()).toContain('by Bo');
    expect(
      await ui.page.evaluate<string>(
        "getComputedStyle(document.querySelector('.tile:hover .tile-credit')).opacity",
      ),
    ).toBe('1');
  });

  it('shows more images, up to the plan’s most, and keeps those that are there', async () => {
    const ui = await open('/?q=shape&count=10');
    await ui.results.first().waitFor();
    const before = await ui.titles();
    expect(before).toHaveLength(10);
    const answered = ui.answer();
    await ui.button(/Show \d+ more/).click();
    expect((await answered).request().postDataJSON()).toMatchObject({ k: 30, cursor: expect.any(String) });
    await ui.results.nth(20).waitFor();
    const places = await ui.page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-place]')].map((link) => link.dataset.place)",
    );
    expect(new Set(places).size).toBe(places.length);
    expect((await ui.titles()).slice(0, 10)).toEqual(before);
    expect(ui.parameters().get('count')).toBe('40');
  });

  it('says of a count that ends at 1,000 that there may be more', async () => {
    const ui = await open('/');
    await ui.changeAnswers((answer) => ({ ...answer, reachable: 1_000 }));
    await ui.search('shape');
    await ui.page.getByRole('heading', { name: /^\d+ of 1,000\+ images$/ }).waitFor();
  });

  it('says once for a page that licences are unknown, and marks those images', async () => {
    const ui = await open('/');
    await ui.changeAnswers(({ results, ...answer }) => ({
      ...answer,
      results: results.map((image, at) =>
        at < 2 ? { ...image, rights: { ...image.rights, license: 'unknown', commercial: null } } : image,
      ),
    }));
    await ui.search('ball');
    await ui.page.getByText('The licence of 2 of these images is unknown (those with a ?): ask').waitFor();
    const signs = ui.results.locator('.tone-open', { hasText: 'Unknown licence' });
    expect(await signs.count()).toBe(2);
    expect(await signs.first().locator('.visually-hidden').first().textContent()).toBe('Unknown licence');
  });

  it('goes on in steps of what the plan gives at a time', async () => {
    const ui = await open('/?q=shape', { plan: 'free' });
    await ui.page.getByText('Your plan shows fewer images at a time').waitFor();
    await ui.page.getByRole('heading', { name: /^10 of about \d+ images$/ }).waitFor();
    expect(await ui.results.count()).toBe(10);
    await ui.button('Show 10 more').click();
    await ui.results.nth(19).waitFor();
  });

  it('divides strong matches from weaker ones, and says how many are strong', async () => {
    const ui = await open('/');
    const answered = ui.answer();
    await ui.search('red ball');
    const { strong_count: strong } = (await (await answered).json()) as { strong_count: number };
    expect(strong).toBeGreaterThan(0);
    await ui.page.getByText(`${strong} strong match`).waitFor();
    const before = await ui.page.evaluate<number>(
      "[...document.querySelectorAll('.results > .tile, .results-divider')].findIndex((item) => item.className === 'results-divider')",
    );
    expect(before).toBe(strong);
  });

  it('shows the whole collection to who asks for nothing, and takes filters from there', async () => {
    const ui = await open('/');
    await ui.field.press('Enter');
    await ui.results.first().waitFor();
    expect(ui.parameters().get('browse')).toBe('1');
    expect(await ui.page.getByText('Weaker matches').count()).toBe(0);
  });

  it('shows scores on demand, best first', async () => {
    const ui = await open('/?q=red%20ball');
    await ui.results.first().waitFor();
    expect(await ui.page.locator('.tile-score').count()).toBe(0);
    await ui.button('Scores').click();
    const scores = (await ui.page.locator('.tile-score').allInnerTexts()).map(Number);
    expect(scores.length).toBe(await ui.results.count());
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('leads to more images like one of them', async () => {
    const ui = await open('/?q=red%20ball');
    await ui.results.first().hover();
    await ui.page.getByRole('link', { name: 'More like red ball' }).click();
    await ui.page.getByRole('heading', { name: /images? like this one/ }).waitFor();
    expect(ui.parameters().get('like')).toBe('drawn:red-disc');
    expect(await ui.titles()).not.toContain('red ball');
  });

  it('goes through the images with the arrow keys, one stop for Tab', async () => {
    const ui = await open('/?q=shape');
    await ui.results.first().waitFor();
    const focused = () =>
      ui.page.evaluate<string | null>("document.activeElement.getAttribute('data-place')");
    const places = await ui.page.evaluate<string[]>(
      "[...document.querySelectorAll('[data-place]')].map((link) => link.dataset.place)",
    );
    await ui.page.locator('[data-place]').first().focus();
    await ui.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(places[1]);
    await ui.page.keyboard.press('ArrowDown');
    const below = await focused();
    expect(places.indexOf(below ?? '')).toBeGreaterThan(2);
    await ui.page.keyboard.press('ArrowUp');
    const above = await focused();
    expect(places.indexOf(above ?? '')).toBeLessThan(places.indexOf(below ?? ''));
    await ui.page.keyboard.press('End');
    expect(await focused()).toBe(places.at(-1));
    expect(await ui.page.locator('[data-place][tabindex="0"]').count()).toBe(1);
  });

  it('keeps every place while slow images arrive', async () => {
    const ui = await open('/');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await ui.page.route(/v=thumb|\/v1\/download\//, async (route) => {
      await held;
      await route.continue();
    });
    await ui.search('shape');
    const placeOfLast = () => ui.results.last().boundingBox();
    const before = await placeOfLast();
    release();
    await ui.until(
      "[...document.querySelectorAll('.tile img')].slice(0, 6).every((image) => image.complete)",
    );
    expect(await placeOfLast()).toEqual(before);
  });

  it('puts words in the place of a preview that cannot be loaded', async () => {
    const ui = await open('/', { statuses: [404] });
    await ui.page.route(/v=thumb/, (route) => route.fulfill({ status: 404 }));
    await ui.search('red ball');
    await ui.results.first().getByText('The preview cannot be loaded').waitFor();
    expect(await ui.titles()).toContain('red ball');
  });
}
