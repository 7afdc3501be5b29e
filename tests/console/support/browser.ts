import { chromium, type Browser } from 'playwright-core';

export function launchBrowser(executablePath: string): Promise<Browser> {
  // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
