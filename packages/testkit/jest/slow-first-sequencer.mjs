import TestSequencer from '@jest/test-sequencer';

/**
 * Suites of a minute or so that jest, which goes by the size of files, would start late: one of them at the end leaves the
 * other workers idle.
 */
const SLOW = [
  'tests/console/console.test.ts',
  'tests/chaos/replicas.test.ts',
  'packages/lite-models/test/ensure-folder.test.ts',
  'tests/e2e/killed-gateway.test.ts',
  'tests/integration/hostile-images.test.ts',
  'services/embedding/test/signal-accuracy.test.ts',
  'tests/e2e/crash-during-first-ingest.test.ts',
];

export default class SlowFirstSequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isSlow = ({ path }) => SLOW.some((suite) => path.endsWith(suite));
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
}
