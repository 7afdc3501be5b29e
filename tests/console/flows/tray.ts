import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { describeFlows, open } from '../support/console.js';

/** Images that are put aside. */
describeFlows('the tray', () => {
  it('says by which image the set is limited, copies all credits, and packs the files with them', async () => {
    const ui = await open('/?q=ball');
    await ui.putAside('red ball', 'blue ball');
    await ui.follow('Tray: 2 images');
    const set = ui.page.getByRole('region', { name: 'What the set allows' });
    await set.getByText('No commercial use').waitFor();
    await set.getByText('Because of blue ball.').waitFor();

    const credits = ui.page.getByRole('region', { name: 'All credits' });
    expect(await ui.copied(credits.getByRole('button', { name: 'HTML' }))).toContain(
      '<li>&quot;red ball&quot; by Ada Martin',
    );

    const download = ui.page.waitForEvent('download');
    await ui.button('Images and credits as a ZIP').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('images.zip');
    // Stored as they are: images do not get smaller.
    const archive = await readFile(await file.path(), 'latin1');
    for (const words of ['drawn-blue-disc.png', 'CREDITS.txt', 'credits.csv', '<dc:creator>'])
      expect(archive).toContain(words);
    expect(archive).toContain('drawn-red-disc.png\n  "red ball" by Ada Martin');
  });

  it('answers whether each image and the set may be used for what it is wanted, and why', async () => {
    const ui = await open('/?q=ball');
    const wanted = ui.filterGroup('What you want it for');
    await wanted.getByLabel('Sell or advertise with it').check();
    await ui.tile('blue ball').getByText('Not usable').waitFor();
    await ui.tile('red ball').getByText('Usable', { exact: true }).waitFor();
    await ui.putAside('red ball', 'blue ball');
    await ui.follow('Tray: 2 images');
    await ui.says(/^blue ball: CC BY-NC \S+ does not permit commercial use\.$/);
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.button('Close').click();

    await wanted.getByLabel('Only images that may be used for this').check();
    await ui.tile('blue ball').waitFor({ state: 'detached' });
    await ui.tile('red ball').getByRole('link').first().click();
    await ui.page
      .getByRole('list', { name: 'For what you want it' })
      .getByText('requires a credit.')
      .waitFor();
  });

  it('calls the set unknown, never usable, when one of its images cannot be looked up', async () => {
    const ui = await open('/?q=ball', { statuses: [503] });
    await ui.filterGroup('What you want it for').getByLabel('Sell or advertise with it').check();
    await ui.putAside('red ball', 'green ball');
    const failed = await ui.hold(/\/v1\/asset\/drawn(?::|%3A)green-disc/, 503);
    failed();
    await ui.follow('Tray: 2 images');
    await ui.says(/green ball: The service cannot say at the moment\./);
  });

  it('keeps the tray over a reload, and empties it', async () => {
    const ui = await open('/?q=ball');
    await ui.putAside('red ball');
    await ui.page.reload();
    await ui.tile('red ball').locator('.tile-actions [aria-pressed="true"]').waitFor();
    await ui.follow('Tray: 1 image');
    await ui.button('Empty it').click();
    await ui.says('Nothing is here yet');
  });

  it('loses nothing to Enter, and takes back whatever removes images from it', async () => {
    const ui = await open('/?q=ball');
    await ui.putAside('red ball', 'blue ball');
    await ui.page.getByRole('link', { name: 'Tray: 2 images' }).focus();
    await ui.page.keyboard.press('Enter');
    const images = ui.page.getByRole('list', { name: 'Images in the tray' }).getByRole('listitem');
    const holdsBoth = async () => {
      await images.nth(1).waitFor();
      expect(await images.allInnerTexts()).toEqual([
        expect.stringMatching(/^red/i),
        expect.stringMatching(/^blue/i),
      ]);
    };
    await holdsBoth();
    await ui.page.keyboard.press('Enter');
    await holdsBoth();

    await ui.button('Empty it').click();
    await ui.says('2 images are out of the tray.');
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.button('Undo').click();
    await holdsBoth();
    await ui.button('Take red ball out of the tray').click();
    await ui.button('Undo').click();
    await holdsBoth();
  });
});
