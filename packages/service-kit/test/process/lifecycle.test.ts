import { expect, test } from '@jest/globals';
import { Lifecycle } from '../../src/process/lifecycle.js';
import { createLogger } from '../../src/logging.js';

const newLifecycle = () => new Lifecycle(createLogger({ service: 'test', level: 'silent' }));

test('what was started last is closed first, one after another', async () => {
  const events: string[] = [];
  const lifecycle = newLifecycle();
  for (const name of ['store', 'server', 'health']) {
    lifecycle.onClose(name, async () => {
      events.push(`${name} closing`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      events.push(`${name} closed`);
    });
  }
  await lifecycle.close();
  expect(events).toEqual(
    ['health', 'server', 'store'].flatMap((name) => [`${name} closing`, `${name} closed`]),
  );
});

test('a part that fails, at once or later, does not keep the others open', async () => {
  const closed: string[] = [];
  const lifecycle = newLifecycle();
  lifecycle.onClose('store', () => void closed.push('store'));
  lifecycle.onClose('throws', () => {
    throw new Error('at once');
  });
  lifecycle.onClose('rejects', () => Promise.reject(new Error('later')));
  await expect(lifecycle.close()).resolves.toBeUndefined();
  expect(closed).toEqual(['store']);
});

test('a part that is stuck is left behind when its time is up', async () => {
  const closed: string[] = [];
  const lifecycle = newLifecycle();
  lifecycle.onClose('store', () => void closed.push('store'));
  lifecycle.onClose('stuck', () => new Promise(() => undefined), 20);
  const startedAt = performance.now();
  await lifecycle.close();
  expect(closed).toEqual(['store']);
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test('closing twice closes once, and both callers wait for it', async () => {
  let closings = 0;
  let isClosed = false;
  const lifecycle = newLifecycle();
  lifecycle.onClose('store', async () => {
    closings += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    isClosed = true;
  });
  void lifecycle.close();
  await lifecycle.close();
  expect({ closings, isClosed }).toEqual({ closings: 1, isClosed: true });
});

test('what a start opens after the close has begun is closed too', async () => {
  const closed: string[] = [];
  const lifecycle = newLifecycle();
  lifecycle.onClose('store', () => void closed.push('store'));
  await lifecycle.close();
  lifecycle.onClose('server', () => void closed.push('server'));
  expect(closed).toEqual(['store', 'server']);
});
