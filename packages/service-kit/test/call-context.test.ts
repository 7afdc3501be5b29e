import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { endingAfter } from '../src/call-context.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a signal that ends after a time', () => {
  it('aborts although nothing but its listener is left of it', async () => {
    const calls = new AbortController();
    let ended = 0;
    const begin = (): void => {
      for (let at = 0; at < 50; at += 1)
        endingAfter(50, calls.signal).addEventListener('abort', () => (ended += 1));
    };
    begin();
    await sleep(10);
    collectGarbage();
    while (ended < 50) await sleep(10);
  });

  it('aborts with what it follows, for the same reason, also where that is aborted already', async () => {
    const call = new AbortController();
    const signal = endingAfter(60_000, call.signal);
    const aborted = once(signal, 'abort');
    call.abort('left');
    await aborted;
    expect([signal.reason, endingAfter(60_000, call.signal).reason]).toEqual(['left', 'left']);
  });

  it('says that the time is up', async () => {
    const signal = endingAfter(1, new AbortController().signal);
    await once(signal, 'abort');
    expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
  });
});
