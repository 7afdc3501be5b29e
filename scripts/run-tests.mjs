import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runChild } from './run-child.cjs';
import { COUNTS_FILE } from './test-counts.mjs';

/**
 * Runs every suite (arguments go to jest) and closes with what was skipped and the counts, each on a line of its own.
 * `--skipped`: only suites of which the last run skipped a test for want of something that may be there now. Both runs are
 * counted as one.
 */
const root = join(import.meta.dirname, '..');
/** How jest is told a number of workers. */
const WORKERS = /^(?:--maxWorkers|-w|--runInBand|-i)\b/;
const [report, kept] = [COUNTS_FILE, 'node_modules/.last-tests.json'].map((name) => join(root, name));
const args = process.argv.slice(2);
const isSecond = args.includes('--skipped');
const before = isSecond ? read(kept) : [];
const again = before.filter(({ skipped }) => skipped.some(mayBeThere)).map(({ suite }) => suite);
rmSync(report, { force: true });

const isDone = isSecond && again.length === 0;
const status = isDone
  ? 0
  : await jest(
      isSecond ? [...args.filter((word) => word !== '--skipped'), '--runTestsByPath', ...again] : args,
    );
const now = existsSync(report) ? read(report) : [];
const suites = [...before.filter(({ suite }) => !again.includes(suite)), ...now];
writeFileSync(kept, JSON.stringify(suites));

const sum = (count) => suites.reduce((total, each) => total + count(each), 0);
const [passed, failed, skipped] = [
  sum((suite) => suite.passed),
  sum((suite) => suite.failed),
  sum((suite) => suite.skipped.length),
];
if (skipped > 0) console.log(`Skipped: ${reasons(suites.flatMap((suite) => suite.skipped))}.`);
console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
process.exitCode = status === 0 && (passed === 0 || failed > 0) ? 1 : status;

function jest(words) {
  return runChild(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      join(root, 'node_modules/jest/bin/jest.js'),
      // More workers than cores: much of these suites is waiting, for servers, timers and killed processes. jest would take this
      // number, the first of two, also where another one is asked for.
      ...(words.some((word) => WORKERS.test(word))
        ? []
        : [`--maxWorkers=${Math.ceil(1.5 * availableParallelism())}`]),
      // A worker keeps the modules of every suite that it ran, and collects garbage among them ever longer.
      '--workerIdleMemoryLimit=1GB',
      // What a suite leaves open must not hold the verdict back; jest still names it when asked with --detectOpenHandles.
      '--forceExit',
      ...words,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
}

/** The title of a skipped test says what it needs, and which variable names it. */
function mayBeThere(title) {
  const [name] = /TEST_\w+/.exec(title) ?? [];
  return title.startsWith('needs ') && (name === undefined || Boolean(process.env[name]));
}

function reasons(titles) {
  const counts = new Map();
  for (const title of titles) {
    const why = title.startsWith('needs ') ? title.slice('needs '.length) : 'another choice of tests';
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([why, count]) => `${count} for want of ${why}`).join(', ');
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
