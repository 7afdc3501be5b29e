import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = [
  process.env['CHROMIUM_PATH'],
  // It has no windows of its own, which cost as much as the pages.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Undefined where no browser is installed; Debian's `chromium-headless-shell` and `chromium` are such. */
export function chromiumPath(): string | undefined {
  return PLACES.find((path) => path !== undefined && existsSync(path));
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('there is no Chromium here');
  // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
