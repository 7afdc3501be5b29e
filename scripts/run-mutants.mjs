import { join } from 'node:path';
import { runCLI } from 'jest';
import config from '../jest.config.mjs';

/** Runs the suites of its arguments once for each change that scripts/mutants.mjs sends, and answers whether they passed. */
const root = join(import.meta.dirname, '..');
const [[pattern, [, options]]] = Object.entries(config.transform);
const mutating = {
  ...config,
  // Nothing is printed, and no container is started.
  globalSetup: undefined,
  reporters: undefined,
  testSequencer: undefined,
  rootDir: root,
  transform: { [pattern]: [join(root, 'scripts/mutating-transform.mjs'), options] },
};

for await (const mutation of messages()) {
  process.env.MUTANT = JSON.stringify(mutation);
  const { results } = await runCLI(
    {
      // Jest remembers sources by configuration, so each change has one of its own.
      config: JSON.stringify({ ...mutating, globals: { mutation } }),
      _: process.argv.slice(2),
      runInBand: true,
      bail: 1,
      silent: true,
      reporters: [],
      watchman: false,
    },
    [root],
  );
  process.send({ success: results.success && results.numPassedTests > 0 });
}

async function* messages() {
  const waiting = [];
  let wake = () => undefined;
  process.on('message', (message) => {
    waiting.push(message);
    wake();
  });
  for (;;) {
    while (waiting.length > 0) yield waiting.shift();
    await new Promise((resolve) => (wake = resolve));
  }
}
