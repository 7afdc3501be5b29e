import TestSequencer from '@jest/test-sequencer';

/**
 * Suites of a minute or so that jest, which goes by the size of files, would start late: one of them at the end leaves the
 * other workers idle.
 */
const SLOW = [
  // Before any other suite starts a stack of this checkout: its commands find the one that was started last.
  'tests/journeys/running-stack.test.ts',
  'tests/console/console.test.ts',
  'evaluation/relevance/relevance.test.ts',
  'tests/e2e/killed-gateway.test.ts',
  'tests/journeys/collections.test.ts',
  'tests/hostile/hostile-images.test.ts',
  'tests/hostile/interrupted-requests.test.ts',
  // Small files that call others.
  'tests/integration/manifests.test.ts',
  'tests/journeys/models.test.ts',
  'tests/contract/fuzz.test.ts',
];

export default class SlowFirstSequencer extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const placeOf = ({ path }) => SLOW.findIndex((suite) => path.endsWith(suite));
    const slow = sorted.filter((test) => placeOf(test) >= 0);
    return [
      ...slow.sort((one, other) => placeOf(one) - placeOf(other)),
      ...sorted.filter((test) => placeOf(test) < 0),
    ];
  }
}
