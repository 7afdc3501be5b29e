import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares NOTICE with the production dependencies of what is deployed: one under a licence that asks for more than its
 * own text must be named there, and what is named there must still be shipped.
 */
const root = join(import.meta.dirname, '..');

const FREE = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Apache-2.0',
  '(MIT OR CC0-1.0)',
]);

const [packagesPart = '', filesPart = ''] = readFileSync(join(root, 'NOTICE'), 'utf8').split(
  '\nFiles of this repository',
);
const namesIn = (text) => [...text.matchAll(/^- ([^:\s]+):/gm)].map(([, name]) => name);
const named = namesIn(packagesPart);
const isNamed = (name) => named.some((entry) => covers(entry, name));

const shipped = Object.entries(installedByLicence()).flatMap(([licence, packages]) =>
  packages.map(({ name }) => ({ name, licence })),
);
const problems = [
  ...shipped
    .filter(({ name, licence }) => !FREE.has(licence) && !isNamed(name))
    .map(({ name, licence }) => `${name} is under ${licence}, and NOTICE does not name it.`),
  ...named
    .filter((entry) => !shipped.some(({ name }) => covers(entry, name)))
    .map((entry) => `NOTICE names ${entry}, which is shipped no more.`),
  ...namesIn(filesPart)
    .filter((path) => path.includes('/') && !existsSync(join(root, path)))
    .map((path) => `NOTICE names ${path}, which is not there.`),
];
for (const problem of problems) console.error(problem);
console.log(`${shipped.length} production dependencies, ${problems.length} problems in NOTICE`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** An entry that ends in `*` stands for the packages of all platforms. */
function covers(entry, name) {
  return entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry;
}

function installedByLicence() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const filters = ['--filter', './packages/*', '--filter', './services/*'];
  const { status, stdout } = spawnSync(
    'npx',
    ['--yes', packageManager, ...filters, 'licenses', 'list', '--prod', '--json'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(stdout);
}
