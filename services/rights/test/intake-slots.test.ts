import { expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createSlots } from '../src/rpc/intake-slots.js';

const call = (timeoutMs = 10_000, signal?: AbortSignal) => detachedCall(timeoutMs, signal);

/** Work that holds its place until it is told to end. */
function held() {
  let end!: () => void;
  const work = new Promise<void>((resolve) => (end = resolve));
  return { work: () => work, end };
}

test('no more run at once than there are places, and those that wait come in order', async () => {
  const withSlot = createSlots(2);
  const events: string[] = [];
  let running = 0;
  const run = (name: string) =>
    withSlot(call(), async () => {
      running += 1;
      expect(running).toBeLessThanOrEqual(2);
      events.push(name);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
    });
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(run));
  expect(events).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('work that fails gives its place back', async () => {
  const withSlot = createSlots(1);
  await expect(withSlot(call(), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(withSlot(call(100), () => Promise.resolve('yes'))).resolves.toBe('yes');
});

test('who waits past its deadline, or goes away, leaves the line to the others', async () => {
  const withSlot = createSlots(1);
  const first = held();
  const holding = withSlot(call(), first.work);
  const leaving = new AbortController();
  const late = withSlot(call(20), () => Promise.resolve('late'));
  const gone = withSlot(call(10_000, leaving.signal), () => Promise.resolve('gone'));
  const neverCame = withSlot(call(10_000, AbortSignal.abort()), () => Promise.resolve('never'));
  const patient = withSlot(call(), () => Promise.resolve('patient'));
  leaving.abort();

  expect(await Promise.allSettled([late, gone, neverCame])).toMatchObject([
    { status: 'rejected', reason: { code: 'deadline_exceeded' } },
    { status: 'rejected', reason: { code: 'cancelled' } },
    { status: 'rejected', reason: { code: 'cancelled' } },
  ]);
  first.end();
  await holding;
  await expect(patient).resolves.toBe('patient');
});
