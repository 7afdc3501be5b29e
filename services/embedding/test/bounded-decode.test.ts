import { expect, test } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { Image } from '../src/domain/image.js';
import { createBoundedDecode } from '../src/adapters/images/bounded-decode.js';

const image: Image = {
  format: 'png',
  width: 1,
  height: 1,
  pixels: { data: Buffer.alloc(3), width: 1, height: 1 },
};

/** Decodes that end when the test says so. */
function held() {
  const begun: number[] = [];
  const timeoutsMs: number[] = [];
  const ends: (() => void)[] = [];
  const decode = (bytes: Uint8Array, timeoutMs = 0): Promise<Image> => {
    begun.push(bytes[0] ?? -1);
    timeoutsMs.push(timeoutMs);
    return new Promise((resolve) => ends.push(() => resolve(image)));
  };
  return { decode, begun, timeoutsMs, end: () => ends.shift()?.() };
}

const ticks = () => new Promise((resolve) => setImmediate(resolve));

test('an image whose caller left while it waited is never decoded, and the next one is', async () => {
  const { decode, begun, end } = held();
  const bounded = createBoundedDecode(decode, 1);
  const gone = new AbortController();
  const first = bounded(Buffer.from([1]), detachedCall(5_000));
  const abandoned = bounded(Buffer.from([2]), detachedCall(5_000, gone.signal)).catch(
    (error: unknown) => error,
  );
  const late = bounded(Buffer.from([3]), detachedCall(-1)).catch((error: unknown) => error);
  const next = bounded(Buffer.from([4]), detachedCall(5_000));
  await ticks();
  gone.abort();
  end();
  await expect(first).resolves.toBe(image);
  await ticks();
  end();
  await expect(next).resolves.toBe(image);
  expect(await abandoned).toMatchObject({ code: 'cancelled' });
  expect(await late).toMatchObject({ code: 'deadline_exceeded' });
  expect(begun).toEqual([1, 4]);
});

test('no more images are decoded at once than allowed, and each has the time that its caller has left', async () => {
  const { decode, begun, timeoutsMs, end } = held();
  const bounded = createBoundedDecode(decode, 2);
  const all = [1, 2, 3].map((at) => bounded(Buffer.from([at]), detachedCall(3_000)));
  await ticks();
  expect(begun).toEqual([1, 2]);
  end();
  await ticks();
  expect(begun).toEqual([1, 2, 3]);
  end();
  end();
  await Promise.all(all);
  for (const timeoutMs of timeoutsMs) expect(timeoutMs).toBeLessThanOrEqual(3_000);
});

test('a failed decode frees its permit for the next image', async () => {
  let tries = 0;
  const bounded = createBoundedDecode(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('damaged')) : Promise.resolve(image);
  }, 1);
  await expect(bounded(Buffer.alloc(1), detachedCall(5_000))).rejects.toThrow('damaged');
  await expect(bounded(Buffer.alloc(1), detachedCall(5_000))).resolves.toBe(image);
});
