import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The table of failures in ARCHITECTURE.md: each row names the test that shows it, and that test takes what it expects from
 * the row (`promisedWithout`). So a run that finds something else fails, and so does a row that no test reads.
 */
const root = join(import.meta.dirname, '..');
const [, section = ''] = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').split(
  '## When a part is down\n',
);
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()));

const faults = rows.flatMap(([, down = '', , , shownBy = '']) => {
  const path = /\]\(([^)]+)\)/.exec(shownBy)?.[1];
  if (path === undefined) return [`"${down}" names no test`];
  if (!existsSync(join(root, path))) return [`"${down}" names ${path}, which is not there`];
  const text = readFileSync(join(root, path), 'utf8');
  const reads = text.includes(`promisedWithout('${down}')`) || text.includes(`promisedWithout("${down}")`);
  return reads ? [] : [`"${down}" names ${path}, which does not read the row`];
});
for (const fault of faults) console.error(fault);
console.log(`${rows.length} rows of failures, ${faults.length} without a test`);
process.exitCode = rows.length > 0 && faults.length === 0 ? 0 : 1;
