import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  flips,
  otherKinds,
  soundFiles,
  truncations,
  type HostileImage,
} from '@imagesearch/testkit/images/hostile/catalogue';
import { brokenJpegs, jpegBombs, soundJpegs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { brokenPngs, pngBombs, soundPngs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { brokenWebps, soundWebps, webpBombs } from '@imagesearch/testkit/images/hostile/hostile-webps';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const MIB = 1024 * 1024;
const RSS_SAMPLE_EVERY_MS = 5;
const FLIPPED_VARIANTS = 12;

/** What all five services and the test together may grow by while a hostile image is read. */
const RSS_GROWTH_MAX_BYTES = 1024 * MIB;

/** Kinds of 422 that an image can get; anything else is a fault of ours. */
const FAULTS = ['image_format', 'image_unreadable', 'image_too_many_pixels', 'image_too_large'];

const sound = await soundFiles();
const bombs = [...(await pngBombs()), ...(await jpegBombs()), ...(await webpBombs())];
/** The heaviest first, while the memory that the others leave behind is not there to be used again. */
const images: HostileImage[] = [
  ...bombs,
  ...truncations(sound),
  ...flips(sound, FLIPPED_VARIANTS),
  ...otherKinds(sound),
  ...brokenPngs(sound),
  ...brokenJpegs(sound),
  ...(await brokenWebps(sound)),
  ...(await soundPngs()),
  ...(await soundJpegs()),
  ...(await soundWebps()),
];

/** Most memory that the process held while the work was under way. */
async function peakRssDuring(work: () => Promise<unknown>): Promise<number> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), RSS_SAMPLE_EVERY_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return peak;
}

describe('a hostile image', () => {
  let stack: TestStack;
  let caller: Caller;
  let restingRss: number;
  let peakRss = 0;
  let slowest = { name: '', ms: 0 };

  beforeAll(async () => {
    stack = await TestStack.start();
    caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
    await caller.search({ image_base64: sound.png.toString('base64') });
    restingRss = process.memoryUsage.rss();
  }, 240_000);
  afterAll(() => stack.stop());

  const search = (bytes: Buffer) =>
    caller.post('/v1/search', { image_base64: bytes.toString('base64'), k: 1 });

  it.each(images)('$name: $expected', async ({ name, expected, bytes }) => {
    const startedAt = performance.now();
    const peak = await peakRssDuring(async () => {
      const answer = await search(bytes);
      if (expected === 'taken') expect(answer.status).toBe(200);
      if (expected === 'refused') expect(answer.status).toBe(422);
      expect([200, 422]).toContain(answer.status);
      if (answer.status === 422) {
        expect(faultOf(answer)).toMatchObject({ loc: ['body', 'image_base64'], faults: 1 });
        expect(FAULTS).toContain(faultOf(answer).type);
      }
    });
    peakRss = Math.max(peakRss, peak);
    const ms = Math.round(performance.now() - startedAt);
    if (ms > slowest.ms) slowest = { name, ms };
  });

  it('in a crowd of the heaviest ones does not make the process grow without bound', async () => {
    const crowd = [...bombs, ...bombs];
    const peak = await peakRssDuring(async () => {
      const answers = await Promise.all(crowd.map(({ bytes }) => search(bytes)));
      for (const { status } of answers) expect([200, 422, 503, 504]).toContain(status);
    });
    const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
    process.stdout.write(
      `hostile pictures: ${images.length} files, the slowest (${slowest.name}) in ${slowest.ms} ms; memory ` +
        `${mib(restingRss)} at rest, ${mib(peakRss)} at most one by one, ${mib(peak)} with ${crowd.length} bombs at once\n`,
    );
    expect(Math.max(peak, peakRss) - restingRss).toBeLessThan(RSS_GROWTH_MAX_BYTES);
  }, 120_000);

  it('leaves a service that answers the next search, by words and by an image', async () => {
    expect((await caller.search({ query: 'red ball' })).count).toBeGreaterThan(0);
    expect((await caller.search({ image_base64: sound.jpeg.toString('base64') })).count).toBeGreaterThan(0);
  });
});
