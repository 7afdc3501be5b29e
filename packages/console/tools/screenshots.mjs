import { statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium, readDemonstration } from './demonstration.mjs';

/** Takes the screenshots of the README from a demonstration that runs: `pnpm screenshots`. */
const FOLDER = join(import.meta.dirname, '../../../docs/images');
const DESK = { viewport: { width: 1360, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const QUALITY = 82;

const query = (words) => `/?q=${encodeURIComponent(words)}`;
const STATES = [
  [
    'console-results',
    query('bright square image of a smiling face, no people, free for commercial use'),
    DESK,
  ],
  ['console-image', query('smiling face'), DESK, openFirst],
  ['console-tray', query('heart'), { ...DESK, colorScheme: 'dark' }, fillTray],
  ['console-phone', query('heart, mostly red'), PHONE],
];

async function openFirst(page) {
  await page.locator('[data-place]').first().click();
  await page.locator('.stage-image img').waitFor();
}

async function fillTray(page) {
  for (const place of [0, 1, 3, 5]) {
    const tile = page.locator('.tile').nth(place);
    await tile.hover();
    await tile.getByRole('button').click();
  }
  await page.getByRole('link', { name: /^Tray/ }).click();
  await page.locator('.announcer p').waitFor({ state: 'detached' });
}

const { base_url: baseUrl, keys } = readDemonstration();
const browser = await launchChromium();
for (const [name, path, options, act] of STATES) {
  const context = await browser.newContext({ colorScheme: 'light', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  await page.goto(`${baseUrl}${path}#key=${keys.pro}`);
  await page.locator('.tile img').first().waitFor();
  await act?.(page);
  await page.waitForLoadState('networkidle');
  const file = join(FOLDER, `${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
  console.log(`${name}.webp: ${Math.round(statSync(file).size / 1024)} kB`);
  await context.close();
}
await browser.close();
