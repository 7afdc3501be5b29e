import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from '@jest/globals';
import { BackgroundLoad } from '../../src/process/background-load.js';

const options = { what: 'The model', unload: () => undefined, logger: pino({ level: 'silent' }) };

test('what another process makes is loaded when it is there', async () => {
  const steps: string[] = [];
  const load = new BackgroundLoad({
    ...options,
    after: sleep(20).then(() => steps.push('made')),
    load: () => Promise.resolve(steps.push('loaded')),
  });
  const loading = load.start();
  expect(load.ready).toBe(false);
  expect(() => load.get()).toThrow('The model is not loaded yet: waiting for its files.');
  await loading;
  expect(steps).toEqual(['made', 'loaded']);
});

test('closing does not wait for what never comes', async () => {
  const load = new BackgroundLoad({
    ...options,
    after: new Promise(() => undefined),
    load: () => Promise.reject(new Error('it was loaded')),
  });
  const loading = load.start().catch((error: unknown) => (error as Error).message);
  await load.close();
  expect(await loading).toBe('It was closed before it was loaded.');
});
