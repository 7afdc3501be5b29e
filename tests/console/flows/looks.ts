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
    const console = await open(path);
    await settle(console);
    expect(await console.seriousFindings()).toEqual([]);
  });

  it.each(STATES)('has nothing serious for axe to find in %s, dark and on a phone', async (_, path) => {
    const console = await open(path, { ...PHONE, colorScheme: 'dark' });
    await settle(console);
    expect(await console.seriousFindings()).toEqual([]);
    expect(await overflow(console)).toBe(0);
  });

  it('has nothing serious for axe to find where the key is asked for', async () => {
    const console = await openWithoutKey('/');
    await console.page.getByLabel('API key').waitFor();
    expect(await console.seriousFindings()).toEqual([]);
  });

  it('is dark where the system is', async () => {
    const ground = async (colorScheme: 'dark' | 'light'): Promise<string> => {
      const console = await open('/', { colorScheme });
      return console.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    };
    expect(await ground('light')).toBe('rgb(255, 255, 255)');
    expect(await ground('dark')).toBe('rgb(19, 19, 18)');
  });

  it('has its filters in a sheet on a phone, and they search', async () => {
    const console = await open('/?q=ball', PHONE);
    await console.results.first().waitFor();
    await console.button('Filters').click();
    const sheet = console.page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByText('Commercial use').click();
    await sheet.getByRole('button', { name: 'Show the images' }).click();
    await console.page
      .getByRole('list', { name: 'Filters that are set' })
      .getByText('Commercial use')
      .waitFor();
  });

  it('moves nothing where the system asks for that', async () => {
    const console = await open('/?q=ball&panel=tray', { reducedMotion: 'reduce' });
    await settle(console);
    expect(await console.page.evaluate<number>('document.getAnimations().length')).toBe(0);
  });

  it('is mirrored for languages that are written from right to left', async () => {
    const console = await open('/?q=shape');
    await console.results.first().waitFor();
    await console.page.evaluate("document.documentElement.dir = 'rtl'");
    const [first, second] = await console.page
      .locator('.tile')
      .evaluateAll((tiles) => tiles.slice(0, 2).map((tile) => tile.getBoundingClientRect().x));
    expect(first).toBeGreaterThan(second ?? 0);
    expect(await overflow(console)).toBe(0);
    await console.page.locator('[data-place]').first().focus();
    await console.page.keyboard.press('ArrowLeft');
    expect(
      await console.page.evaluate<boolean>(
        "document.activeElement === document.querySelectorAll('[data-place]')[1]",
      ),
    ).toBe(true);
  });
}

async function settle(console: ConsolePage): Promise<void> {
  await console.page.waitForLoadState('networkidle');
  await console.page.waitForFunction('!document.querySelector(\'[aria-busy="true"]\')');
}

/** CSS pixels by which the page is wider than the window. */
function overflow(console: ConsolePage): Promise<number> {
  return console.page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
