import { expect, it } from '@jest/globals';
import type { ConsolePage, OpenOptions } from '../support/console-page.js';
import type { FlowTools } from '../support/flow.js';

const PHONE: OpenOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const STATES: [name: string, path: string][] = [
  ['the start page', '/'],
  ['results', '/?q=square%20image%20of%20a%20ball,%20no%20people&commercial=true'],
  ['one image', '/?q=ball&open=drawn:red-disc'],
  ['the account', '/?q=ball&panel=account'],
  ['the empty tray', '/?q=ball&panel=tray'],
  ['no result', '/?q=ball&license_any=none'],
];

/** Shown well and to everybody: axe, phones, dark, reduced motion, right to left. */
export function lookFlows({ open, openWithoutKey }: FlowTools): void {
  it.each(STATES)('has nothing serious for axe to find in %s', async (_, path) => {
    const ui = await open(path);
    await settle(ui);
    expect(await ui.seriousFindings()).toEqual([]);
  });

  it.each(STATES)('has nothing serious for axe to find in %s, dark and on a phone', async (_, path) => {
    const ui = await open(path, { ...PHONE, colorScheme: 'dark' });
    await settle(ui);
    expect(await ui.seriousFindings()).toEqual([]);
    expect(await overflow(ui)).toBe(0);
  });

  it('has nothing serious for axe to find where the key is asked for', async () => {
    const ui = await openWithoutKey('/');
    await ui.page.getByLabel('API key').waitFor();
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

  it('has its filters in a sheet on a phone, and they search', async () => {
    const ui = await open('/?q=ball', PHONE);
    await ui.results.first().waitFor();
    await ui.button('Filters').click();
    const sheet = ui.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('Commercial use').click();
    await sheet.getByRole('button', { name: 'Show the images' }).click();
    await ui.page.getByRole('list', { name: 'Filters that are set' }).getByText('Commercial use').waitFor();
  });

  it('moves nothing where the system asks for that', async () => {
    const ui = await open('/?q=ball&panel=tray', { reducedMotion: 'reduce' });
    await settle(ui);
    expect(await ui.page.evaluate<number>('document.getAnimations().length')).toBe(0);
  });

  it('is mirrored for languages that are written from right to left', async () => {
    const ui = await open('/?q=shape');
    await ui.results.first().waitFor();
    await ui.page.evaluate("document.documentElement.dir = 'rtl'");
    const [first = 0, second = 0] = await ui.page.evaluate<number[]>(
      "[...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect().x)",
    );
    expect(first).toBeGreaterThan(second);
    expect(await overflow(ui)).toBe(0);
    await ui.page.locator('[data-place]').first().focus();
    await ui.page.keyboard.press('ArrowLeft');
    expect(
      await ui.page.evaluate<boolean>(
        "document.activeElement === document.querySelectorAll('[data-place]')[1]",
      ),
    ).toBe(true);
  });
}

async function settle(ui: ConsolePage): Promise<void> {
  await ui.page.waitForLoadState('networkidle');
  await ui.until('!document.querySelector(\'[aria-busy="true"]\')');
}

/** CSS pixels by which the page is wider than the window. */
function overflow(ui: ConsolePage): Promise<number> {
  return ui.page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
