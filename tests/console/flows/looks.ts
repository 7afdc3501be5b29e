import { expect, it } from '@jest/globals';
import type { FlowTools } from '../support/describe-console.js';
import { overflow, PHONE, settle, STATES } from '../support/states.js';

/** Shown well and to everybody: axe, phones, dark. */
export function lookFlows({ open }: FlowTools): void {
  it.each(STATES)('has nothing serious for axe to find in %s', async (_, path, scope = 'ingest') => {
    const ui = await open(path, { scope });
    await settle(ui);
    expect(await ui.seriousFindings()).toEqual([]);
  });

  it('is dark where the system is', async () => {
    const ground = async (colorScheme: 'dark' | 'light'): Promise<string> => {
      const ui = await open('/', { colorScheme });
      return ui.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect(await ground('light')).toBe('rgb(255, 255, 255)');
    expect(await ground('dark')).toBe('rgb(19, 19, 18)');
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
