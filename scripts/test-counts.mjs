import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const COUNTS_FILE = 'node_modules/.test-counts.json';

/** A reporter of jest. Jest's own JSON is lost as a whole when one failure refers to itself. */
export default class TestCounts {
  #root;

  constructor({ rootDir }) {
    this.#root = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    const counts = testResults.map((suite) => countsOf(suite, this.#root));
    writeFileSync(join(this.#root, COUNTS_FILE), JSON.stringify(counts));
  }
}

/** A suite that did not run at all counts as one failure. */
function countsOf({ testFilePath, testExecError, testResults }, root) {
  const of = (wanted) => testResults.filter((test) => test.status === wanted);
  return {
    suite: relative(root, testFilePath),
    passed: of('passed').length,
    failed: of('failed').length || Number(testExecError !== undefined),
    skipped: of('pending').map(({ title }) => title),
  };
}
