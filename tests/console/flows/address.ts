import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/flow.js';

/** The search lives in the address. */
export function addressFlows({ open }: FlowTools): void {
  it('goes back and forward through searches without asking again', async () => {
    const console = await open('/');
    await console.search('red ball');
    await console.search('green box');
    let asked = 0;
    console.page.on('request', (request) => {
      if (request.url().endsWith('/v1/search')) asked += 1;
    });
    await console.page.goBack();
    await console.page.waitForFunction("document.querySelector('.tile-title').textContent === 'red ball'");
    expect(await console.field.inputValue()).toBe('red ball');
    await console.page.goForward();
    await console.page.waitForFunction("document.querySelector('.tile-title').textContent === 'green box'");
    await console.page.goBack();
    await console.page.goBack();
    await console.page.getByRole('heading', { name: /Find the image/ }).waitFor();
    expect(asked).toBe(0);
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
    expect(await second.titles()).toEqual(titles);
  });

  it('is used with the keyboard alone, from the words to the copied credit', async () => {
    const console = await open('/');
    await console.page.keyboard.press('Tab');
    while (!(await console.field.evaluate((field) => field === document.activeElement)))
      await console.page.keyboard.press('Tab');
    await console.page.keyboard.type('red ball');
    await console.page.keyboard.press('Enter');
    await console.results.first().waitFor();
    const tabTo = async (selector: string): Promise<void> => {
      for (let presses = 0; presses < 80; presses += 1) {
        if (await console.page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`))
          return;
        await console.page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await tabTo('[data-place]');
    await console.page.keyboard.press('Enter');
    await console.image.waitFor();
    await tabTo('.rights-card .copy-row button');
    await console.page.keyboard.press('Enter');
    await console.page.getByText('Copied: Text').waitFor();
    expect(await console.clipboard()).toMatch(/^"red ball" by Ada Martin/);
  });
}
