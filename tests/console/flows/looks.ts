import { expect, it } from '@jest/globals';
import { describeFlows, open, type ConsolePage } from '../support/console.js';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STATES: [name: string, path: string, scope?: 'ingest' | 'account' | null][] = [
  ['the page for the key', '/', null],
  ['the start page', '/'],
  ['results', '/?q=square%20image%20of%20a%20ball,%20no%20people&commercial=true'],
  ['one image', '/?q=ball&open=drawn:red-disc'],
  ['the account', '/?q=ball&panel=account', 'account'],
  ['adding images', '/?panel=add', 'ingest'],
  ['the empty tray', '/?q=ball&panel=tray'],
  ['no result', '/?q=ball&license_any=ogl-uk-3.0'],
];

/** CSS pixels by which the page is wider than the window. */
function overflow(ui: ConsolePage): Promise<number> {
  return ui.page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}

/** Shown well and to everybody: axe, phones, dark. */
describeFlows('looks', () => {
  it.each(STATES)('has nothing serious for axe to find in %s, light and dark', async (...[, path, scope]) => {
    const ui = await open(path, { scope: scope === undefined ? 'ingest' : scope });
    await ui.page.waitForLoadState('networkidle');
    await ui.until('!document.querySelector(\'[aria-busy="true"]\')');
    expect(await ui.seriousFindings()).toEqual([]);
    await ui.page.emulateMedia({ colorScheme: 'dark' });
    await ui.page.setViewportSize(PHONE.viewport);
    expect(await ui.seriousFindings()).toEqual([]);
    expect(await overflow(ui)).toBe(0);
  });

  it('begins its images high on a phone, and has its filters in a sheet there', async () => {
    const ui = await open('/?q=ball', PHONE);
    await ui.results.first().waitFor();
    const { y = Infinity } = (await ui.page.locator('.tile-frame').first().boundingBox()) ?? {};
    expect(y).toBeLessThanOrEqual(160);
    await ui.button('Filters').click();
    const sheet = ui.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('Commercial use').click();
    await sheet.getByRole('button', { name: 'Show the images' }).click();
    await ui.page.getByRole('list', { name: 'Filters that are set' }).getByText('Commercial use').waitFor();
  });
});
