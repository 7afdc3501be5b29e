import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

/** Takes the screenshots of the documents from a demonstration that runs: `npm run screenshots`. */
const REPOSITORY = join(import.meta.dirname, '../../..');
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const FOLDER = join(REPOSITORY, 'docs/images');
const DESK = { viewport: { width: 1360, height: 850 } };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const QUALITY = 82;

const query = (words) => `/?q=${encodeURIComponent(words)}`;
const STATES = [
  ['console-results', query('bright square image of a red apple, no people, free for commercial use'), DESK],
  ['console-image', query('smiling face'), DESK, openFirst],
  ['console-tray', query('heart'), { ...DESK, colorScheme: 'dark' }, fillTray],
  ['console-phone', query('heart, mostly red'), PHONE],
];

async function openFirst(page) {
  await page.locator('[data-place]').first().click();
  await page.locator('.stage-image img:not(.stage-preview)').waitFor();
}

async function fillTray(page) {
  for (const place of [0, 1, 3, 5]) {
    const tile = page.locator('.tile').nth(place);
    await tile.hover();
    await tile.getByRole('button').click();
  }
  await page.getByRole('link', { name: /^Tray/ }).click();
  await page.locator('.announcer p').first().waitFor({ state: 'detached' });
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
  await keep(name, await page.screenshot());
  await context.close();
}
await keep('photographs-with-rights', await photographsWithRights());
await browser.close();

async function keep(name, screenshot) {
  const file = join(FOLDER, `${name}.webp`);
  await sharp(screenshot).webp({ quality: QUALITY, effort: 6 }).toFile(file);
  console.log(`${name}.webp: ${Math.round(statSync(file).size / 1024)} kB`);
}

/** The results of a search over photographs, and on them the card of rights of the first one. */
async function photographsWithRights() {
  const page = await browser.newPage({ colorScheme: 'light', reducedMotion: 'reduce', ...DESK });
  const words = query('mountain landscape, no people, free for commercial use');
  await page.goto(`${baseUrl}${words}&source_any=photographs#key=${keys.pro}`);
  await page.locator('.tile img').first().waitFor();
  await page.waitForLoadState('networkidle');
  const results = await page.screenshot();
  await openFirst(page);
  const card = await page.locator('.rights-card').screenshot();
  return sharp(results)
    .composite([{ input: card, gravity: 'southeast' }])
    .toBuffer();
}

/** Address and keys of the demonstration that runs on the data folder (`DATA_DIR`, default `.data`). */
function readDemonstration() {
  const file = join(resolve(REPOSITORY, process.env.DATA_DIR ?? '.data'), 'demo.json');
  if (!existsSync(file)) throw new Error(`Start the demonstration first (npm run demo): ${file} is missing.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function launchChromium() {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('Install Chromium first, or set CHROMIUM_PATH.');
  // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
