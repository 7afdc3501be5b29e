import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CircuitOpenError, createCircuitBreaker } from '../../src/resilience/circuit-breaker.js';

const OPEN_MS = 100;

/** A breaker that opens after two failures, and the states that it went through. */
function breakerOf() {
  const states: string[] = [];
  const breaker = createCircuitBreaker({
    failuresMax: 2,
    openMs: OPEN_MS,
    isFailure: (error) => (error as Error).message !== 'harmless',
    onOpen: () => states.push('open'),
    onClose: () => states.push('closed'),
    openMessage: 'Not asked for a moment.',
  });
  let calls = 0;
  const run = (work: () => Promise<string>) =>
    breaker.run(() => {
      calls += 1;
      return work();
    });
  return { run, states, calls: () => calls };
}
const fail = (message: string) => () => Promise.reject<string>(new Error(message));

test('a circuit opens after failures in a row, and lets one call try it while the others are refused without waiting', async () => {
  const { run, states, calls } = breakerOf();
  const up = () => Promise.resolve('up');
  for (let failure = 0; failure < 2; failure += 1) await expect(run(fail('down'))).rejects.toThrow('down');
  await expect(run(up)).rejects.toThrow(CircuitOpenError);
  expect(calls()).toBe(2);
  await sleep(OPEN_MS + 20);
  let answer: (text: string) => void = () => undefined;
  const trying = run(() => new Promise((resolve) => (answer = resolve)));
  await expect(run(up)).rejects.toMatchObject({ code: 'dependency_unavailable' });
  expect(calls()).toBe(3);
  answer('up');
  await expect(trying).resolves.toBe('up');
  await expect(run(up)).resolves.toBe('up');
  expect(states).toEqual(['open', 'closed']);
});

test('errors that are no failures of the dependency never open the circuit', async () => {
  const { run, states } = breakerOf();
  for (let failure = 0; failure < 5; failure += 1) {
    await expect(run(fail('harmless'))).rejects.toThrow('harmless');
  }
  expect(states).toEqual([]);
});
