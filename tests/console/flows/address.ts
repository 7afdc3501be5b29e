import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';

/** The search lives in the address. */
export function addressFlows({ open }: FlowTools): void {
  it('goes back and forward through searches without asking again', async () => {
    const ui = await open('/');
    const shows = (title: string): Promise<void> =>
      ui.until(`document.querySelector('.tile-title')?.textContent === '${title}'`);
    await ui.search('red ball');
    // An answer that another search overtakes is not kept.
    await shows('red ball');
    await ui.search('green box');
    await shows('green box');
    let asked = 0;
    ui.page.on('request', (request) => {
      if (request.url().endsWith('/v1/search')) asked += 1;
    });
    await ui.page.goBack();
    await shows('red ball');
    expect(await ui.field.inputValue()).toBe('red ball');
    await ui.page.goForward();
    await shows('green box');
    await ui.page.goBack();
    await ui.page.goBack();
    await ui.page.getByRole('heading', { name: /Find the image/ }).waitFor();
    expect(asked).toBe(0);
  });

  it('answers a reload and a way back where they were, without asking again', async () => {
    const ui = await open('/?q=shape');
    await ui.results.first().waitFor();
    const placed = 'scrollY === 300';
    await ui.page.evaluate('scrollTo(0, 300)');
    await ui.until(placed);
    let asked = 0;
    ui.page.on('request', (request) => {
      if (/\/v1\/(search|similar)$/.test(request.url())) asked += 1;
    });
    await ui.page.reload();
    await ui.results.first().waitFor();
    await ui.until(placed);
    expect(asked).toBe(0);

    await ui.search('ball');
    await ui.until('scrollY === 0');
    await ui.page.goBack();
    await ui.until(placed);
    expect(asked).toBe(1);
  });

  it('keeps the focus in the field after a search', async () => {
    const ui = await open('/');
    for (const words of ['red ball', 'green box']) {
      await ui.search(words);
      expect(await ui.page.evaluate<string>('document.activeElement.name')).toBe('q');
    }
  });

  it('shows the same images for a link, with filters and the open image', async () => {
    const first = await open('/?q=ball&commercial=true&faces_max=0');
    await first.results.first().waitFor();
    const titles = await first.titles();
    await first.page.locator('[data-place]').first().click();
    const link = new URL(first.page.url());

    const second = await open(link.pathname + link.search);
    await second.image.waitFor();
    await second.page.keyboard.press('Escape');
    await second.image.waitFor({ state: 'detached' });
    await second.results.first().waitFor();
    expect(await second.titles()).toEqual(titles);
  });

  it('is used with the keyboard alone, from the words to the copied credit', async () => {
    const ui = await open('/');
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses += 1) {
        if (await ui.page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`))
          return;
        await ui.page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await tabTo('input[type="search"]');
    await ui.page.keyboard.type('red ball');
    await ui.page.keyboard.press('Enter');
    await ui.results.first().waitFor();
    await tabTo('[data-place]');
    await ui.page.keyboard.press('Enter');
    await ui.image.waitFor();
    await tabTo('.rights-card .row button');
    await ui.page.keyboard.press('Enter');
    await ui.page.getByRole('status').getByText('Copied: Text').waitFor();
  });
}
