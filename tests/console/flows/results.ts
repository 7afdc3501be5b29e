import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { FlowTools } from '../support/flow.js';

const SLOW_MS = 400;

/** The list of images. */
export function resultFlows({ open }: FlowTools): void {
  it('shows title, licence and what it permits of each image, and the credit to who points at it', async () => {
    const console = await open('/?q=blue%20ball');
    const tile = console.results.filter({ hasText: 'blue ball' }).first();
    expect(await tile.locator('.badge').first().innerText()).toContain('CC BY-NC 4.0');
    expect(await tile.locator('.badge').first().textContent()).toContain('no commercial use');
    await tile.hover();
    expect(await tile.locator('.tile-credit').innerText()).toContain('by Bo');
    expect(await tile.locator('.tile-credit').evaluate((credit) => getComputedStyle(credit).opacity)).toBe(
      '1',
    );
  });

  it('shows more images, up to the plan’s most, and keeps those that are there', async () => {
    const console = await open('/?q=shape&count=10');
    await console.results.first().waitFor();
    const before = await console.titles();
    expect(before).toHaveLength(10);
    await console.button(/Show \d+ more/).click();
    await console.results.nth(20).waitFor();
    expect((await console.titles()).slice(0, 10)).toEqual(before);
    expect(console.parameters().get('count')).toBe('40');
  });

  it('caps the answer at what the plan shows', async () => {
    const console = await open('/?q=shape', { plan: 'free' });
    await console.page.getByText('Your plan shows 10 results of a search at most.').waitFor();
    await console.page.getByText('That is all.').waitFor();
    expect(await console.results.count()).toBe(10);
  });

  it('shows scores on demand, best first', async () => {
    const console = await open('/?q=red%20ball');
    await console.results.first().waitFor();
    expect(await console.page.locator('.tile-score').count()).toBe(0);
    await console.button('Scores').click();
    const scores = (await console.page.locator('.tile-score').allInnerTexts()).map(Number);
    expect(scores.length).toBe(await console.results.count());
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('leads to more images like one of them', async () => {
    const console = await open('/?q=red%20ball');
    await console.results.first().hover();
    await console.page.getByRole('link', { name: 'More like red ball' }).click();
    await console.page.getByRole('heading', { name: /images? like this one/ }).waitFor();
    expect(console.parameters().get('like')).toBe('drawn:red-disc');
    expect(await console.titles()).not.toContain('red ball');
  });

  it('goes through the images with the arrow keys, one stop for Tab', async () => {
    const console = await open('/?q=shape');
    await console.results.first().waitFor();
    const focused = () =>
      console.page.evaluate<string | null>("document.activeElement.getAttribute('data-place')");
    const places = await console.page
      .locator('[data-place]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('data-place')));
    await console.page.locator('[data-place]').first().focus();
    await console.page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(places[1]);
    await console.page.keyboard.press('ArrowDown');
    const below = await focused();
    expect(places.indexOf(below)).toBeGreaterThan(2);
    await console.page.keyboard.press('ArrowUp');
    expect(await focused()).toBe(places[1]);
    await console.page.keyboard.press('End');
    expect(await focused()).toBe(places.at(-1));
    expect(await console.page.locator('[data-place][tabindex="0"]').count()).toBe(1);
  });

  it('keeps every place while slow images arrive', async () => {
    const console = await open('/');
    await console.page.route(/v=thumb|\/v1\/download\//, async (route) => {
      await delay(SLOW_MS);
      await route.continue();
    });
    await console.page.evaluate(
      `globalThis.shifts = [];
       new PerformanceObserver((list) => {
         for (const entry of list.getEntries())
           globalThis.shifts.push(...entry.sources.map(({ node }) => node?.className ?? node?.nodeName));
       }).observe({ type: 'layout-shift' });`,
    );
    await console.search('shape');
    await console.page.waitForFunction(
      "document.querySelectorAll('.tile img').length > 0 && [...document.querySelectorAll('.tile img')].slice(0, 6).every((image) => image.complete)",
    );
    const shifted = await console.page.evaluate<string[]>('globalThis.shifts');
    expect(shifted.filter((name) => /tile|results|IMG/.test(name))).toEqual([]);
  });

  it('puts words in the place of a preview that cannot be loaded', async () => {
    const console = await open('/', { statuses: [404] });
    await console.page.route(/v=thumb/, (route) => route.fulfill({ status: 404 }));
    await console.search('red ball');
    await console.results.first().getByText('The preview cannot be loaded').waitFor();
    expect(await console.titles()).toContain('red ball');
  });
}
