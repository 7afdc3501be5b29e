import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { ConsolePage } from '../support/console-page.js';
import type { FlowTools } from '../support/describe-console.js';

async function putAside(ui: ConsolePage, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    const tile = ui.results.filter({ has: ui.page.getByText(title, { exact: true }) }).first();
    await tile.hover();
    await tile.getByRole('button', { name: `In the tray: ${title}` }).click();
  }
}

/** Images that are put aside. */
export function trayFlows({ open }: FlowTools): void {
  it('says what the set allows by the strictest of its licences, and because of which image', async () => {
    const ui = await open('/?q=ball');
    await putAside(ui, 'red ball', 'blue ball');
    await ui.page.getByRole('link', { name: 'Tray: 2 images' }).click();
    const set = ui.page.getByRole('region', { name: 'What the set allows' });
    await set.getByText('No commercial use').waitFor();
    await set.getByText('Because of blue ball.').waitFor();
  });

  it('answers whether each image and the set may be used for what it is wanted, and why', async () => {
    const ui = await open('/?q=ball');
    const wanted = ui.filterGroup('What you want it for');
    await wanted.getByLabel('Sell or advertise with it').check();
    const tile = (title: string) => ui.results.filter({ has: ui.page.getByText(title, { exact: true }) });
    await tile('blue ball').getByText('Not usable').waitFor();
    await tile('red ball').getByText('Usable', { exact: true }).waitFor();
    expect(ui.parameters().get('use_commercial')).toBe('true');
    await putAside(ui, 'red ball', 'blue ball');
    await ui.page.getByRole('link', { name: 'Tray: 2 images' }).click();
    const set = ui.page.getByRole('region', { name: 'What the set allows' });
    await set.getByText(/^blue ball: CC BY-NC \S+ does not permit commercial use\.$/).waitFor();
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.button('Close').click();

    await wanted.getByLabel('Only images that may be used for this').check();
    await tile('blue ball').waitFor({ state: 'detached' });
    await tile('red ball').getByRole('link').first().click();
    await ui.page
      .getByRole('list', { name: 'For what you want it' })
      .getByText('requires a credit.')
      .waitFor();
  });

  it('copies all credits at once, as a table too', async () => {
    const ui = await open('/?q=ball');
    await putAside(ui, 'red ball', 'green ball');
    await ui.page.getByRole('link', { name: 'Tray: 2 images' }).click();
    const credits = ui.page.getByRole('region', { name: 'All credits' });
    const copied = (format: string) => ui.copied(credits.getByRole('button', { name: format }));
    expect(await copied('HTML')).toContain('<li>&quot;red ball&quot; by Ada Martin');
    expect(await copied('CSV')).toMatch(/^"drawn:green-disc","green ball","drawn","cc0",/m);
  });

  it('packs the images with their credits into a ZIP', async () => {
    const ui = await open('/?q=ball');
    await putAside(ui, 'red ball', 'green ball');
    await ui.page.getByRole('link', { name: 'Tray: 2 images' }).click();
    const download = ui.page.waitForEvent('download');
    await ui.button('Images and credits as a ZIP').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('images.zip');
    // Stored as they are: images do not get smaller.
    const archive = await readFile(await file.path(), 'latin1');
    for (const name of ['drawn-red-disc.png', 'drawn-green-disc.png', 'CREDITS.txt', 'credits.csv'])
      expect(archive).toContain(name);
    expect(archive).toContain('drawn-red-disc.png\n  "red ball" by Ada Martin');
    expect(archive).toContain('drawn-green-disc.png\n  No credit needed');
    expect(archive).toContain('<dc:creator>');
  });

  it('keeps the tray over a reload, and empties it', async () => {
    const ui = await open('/?q=ball');
    await putAside(ui, 'red ball');
    await ui.page.reload();
    // What is in the tray shows it, without being pointed at.
    await ui.page.locator('.tile-actions [aria-pressed="true"]').waitFor();
    const opacity = await ui.page.evaluate<string>(
      `getComputedStyle(document.querySelector('.tile-actions:has([aria-pressed="true"])')).opacity`,
    );
    expect(opacity).toBe('1');
    await ui.page.getByRole('link', { name: 'Tray: 1 image' }).click();
    await ui.button('Take red ball out of the tray').waitFor();
    await ui.button('Empty it').click();
    await ui.page.getByText('Nothing is here yet').waitFor();
  });
}
