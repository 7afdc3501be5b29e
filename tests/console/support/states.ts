import type { ConsolePage, OpenOptions } from './console-page.js';

export const PHONE: OpenOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const STATES: [name: string, path: string, scope?: 'ingest' | 'account' | null][] = [
  ['the page for the key', '/', null],
  ['the start page', '/'],
  ['results', '/?q=square%20image%20of%20a%20ball,%20no%20people&commercial=true'],
  ['one image', '/?q=ball&open=drawn:red-disc'],
  ['the account', '/?q=ball&panel=account', 'account'],
  ['adding images', '/?panel=add', 'ingest'],
  ['the empty tray', '/?q=ball&panel=tray'],
  ['no result', '/?q=ball&license_any=ogl-uk-3.0'],
];

export async function settle(ui: ConsolePage): Promise<void> {
  await ui.page.waitForLoadState('networkidle');
  await ui.until('!document.querySelector(\'[aria-busy="true"]\')');
}

/** CSS pixels by which the page is wider than the window. */
export function overflow(ui: ConsolePage): Promise<number> {
  return ui.page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
}
