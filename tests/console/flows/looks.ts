import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/flow.js';
import { overflow, PHONE, settle, STATES } from '../support/states.js';

/** Shown well and to everybody: axe, phones, dark. */
export function lookFlows({ open, openWithoutKey }: FlowTools): void {
  it.each(STATES)('has nothing serious for axe to find in %s', async (_, path) => {
    const ui = await open(path);
    await settle(ui);
    expect(await ui.seriousFindings()).toEqual([]);
  });

  it('has nothing serious for axe to find where the key is asked for', async () => {
    const ui = await openWithoutKey('/');
    await ui.page.getByLabel('API key').waitFor();
    expect(await ui.seriousFindings()).toEqual([]);
  });

  it('is dark where the system is', async () => {
    const grounds = async (colorScheme: 'dark' | 'light'): Promise<string[]> => {
      const ui = await open('/?q=ball&open=drawn:red-disc', { colorScheme });
      await ui.image.locator('.stage-image img').first().waitFor();
      await ui.page.locator('.tile-frame').first().waitFor();
      return ui.page.evaluate<string[]>(
        "['body', '.stage-mat', '.tile-frame'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)",
      );
    };
    expect(await grounds('light')).toEqual([
      'rgb(255, 255, 255)',
      'rgb(239, 239, 236)',
      'rgb(239, 239, 236)',
    ]);
    expect(await grounds('dark')).toEqual(['rgb(19, 19, 18)', 'rgb(29, 29, 27)', 'rgb(29, 29, 27)']);
  });

  it('begins its images high on a phone', async () => {
    const ui = await open('/?q=ball', PHONE);
    await ui.results.first().waitFor();
    const { y = Infinity } = (await ui.page.locator('.tile-frame').first().boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(160);
    expect(await overflow(ui)).toBe(0);
  });

  it('has its filters in a sheet on a phone, and they search', async () => {
    const ui = await open('/?q=ball', PHONE);
    await ui.results.first().waitFor();
    await ui.button('Filters').click();
    const sheet = ui.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('Commercial use').click();
    await sheet.getByRole('button', { name: 'Show the images' }).click();
    await ui.page.getByRole('list', { name: 'Filters that are set' }).getByText('Commercial use').waitFor();
  });
}
