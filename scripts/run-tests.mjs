import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChild } from './run-child.cjs';

/** Runs every suite (arguments go to jest) and closes with the counts on a line of their own. */
const root = join(import.meta.dirname, '..');
const reportDir = mkdtempSync(join(tmpdir(), 'imagesearch-tests-'));
const report = join(reportDir, 'report.json');

const status = await runChild(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    join(root, 'node_modules/jest/bin/jest.js'),
    // Jest keeps a core free for watching; much of these suites is waiting, for servers, timers and killed processes.
    '--maxWorkers=100%',
    // A worker keeps the modules of every suite that it ran, and collects garbage among them ever longer.
    '--workerIdleMemoryLimit=1GB',
    // What a suite leaves open must not hold the verdict back; jest still names it when asked with --detectOpenHandles.
    '--forceExit',
    '--json',
    `--outputFile=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);

const {
  numPassedTests = 0,
  numFailedTests = 0,
  numPendingTests = 0,
  numRuntimeErrorTestSuites = 0,
} = readReport();
rmSync(reportDir, { recursive: true, force: true });
const skipped = numPendingTests === 0 ? '' : `, ${numPendingTests} skipped`;
console.log(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed${skipped}`);
process.exitCode = numPassedTests === 0 && status === 0 ? 1 : status;

function readReport() {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}
