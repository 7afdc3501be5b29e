import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';

/** The search lives in the address. */
export function addressFlows({ open }: FlowTools): void {
  it('answers a reload, back and forward where they were, without asking again', async () => {
    const ui = await open('/');
    const asked: string[] = [];
    ui.page.on('request', (request) => {
      if (/\/v1\/(search|similar)$/.test(request.url())) asked.push(request.url());
    });
    await ui.search('shape');
    const placed = 'scrollY === 300';
    await ui.page.evaluate('scrollTo(0, 300)');
    await ui.until(placed);
    await ui.page.reload();
    await ui.results.first().waitFor();
    await ui.until(placed);

    await ui.search('red ball');
    await ui.until('scrollY === 0');
    await ui.page.goBack();
    await ui.until(placed);
    expect(await ui.field.inputValue()).toBe('shape');
    await ui.page.goForward();
    await ui.until("document.querySelector('.tile-title')?.textContent === 'red ball'");
    await ui.page.goBack();
    await ui.page.goBack();
    await ui.page.getByRole('heading', { name: /Find the image/ }).waitFor();
    expect(asked).toHaveLength(2);
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
