import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const REPOSITORY = join(import.meta.dirname, '../../..');
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Address and keys of the demonstration that runs on the data folder (`DATA_DIR`, default `.data`). */
export function readDemonstration() {
  const file = join(resolve(REPOSITORY, process.env.DATA_DIR ?? '.data'), 'demo.json');
  if (!existsSync(file)) throw new Error(`Start the demonstration first (npm run demo): ${file} is missing.`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function launchChromium() {
  const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined) throw new Error('Install Chromium first, or set CHROMIUM_PATH.');
  // Chromium refuses its sandbox to root, and containers have a small /dev/shm.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
