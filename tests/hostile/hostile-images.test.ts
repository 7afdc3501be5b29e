import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  flips,
  otherKinds,
  soundFiles,
  truncations,
  type HostileImage,
} from '@imagesearch/testkit/images/hostile/catalogue';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { brokenJpegs, jpegBombs, soundJpegs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { brokenPngs, pngBombs, soundPngs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { brokenWebps, soundWebps, webpBombs } from '@imagesearch/testkit/images/hostile/hostile-webps';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { usageSchema } from '@imagesearch/testkit/stack/answers';
import { Caller, faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { OUTCOMES } from './support/outcomes.js';
import { peakMibDuring } from './support/tree-memory.js';

const TREE_MIB_MAX = 1024;
const LONG_MS = 900_000;
/** A busy machine takes many times as long for 20 megapixels; what is killed at its deadline is no matter of this suite. */
const PATIENT = { SEARCH_TIMEOUT_MS: '60000', DRAIN_TIMEOUT_MS: '70000', RESERVATION_LIFETIME_MS: '120000' };

const FLIPPED_VARIANTS = 1;

/** Files that were made to break a decoder, and sound ones of every kind beside them. The heaviest come first. */
async function hostileCorpus(): Promise<HostileImage[]> {
  const sound = await soundFiles();
  return [
    ...(await hostileCameraFiles()),
    ...(await pngBombs()),
    ...(await jpegBombs()),
    ...(await webpBombs()),
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
}

const mapValues = <In, Out>(record: Record<string, In>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

describe('the corpus of hostile images', () => {
  let stack: TestStack;
  let caller: Caller;
  let home: string;
  let corpus: HostileImage[];

  beforeAll(async () => {
    stack = await TestStack.start(undefined, { env: PATIENT });
    caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
    home = await mkdtemp(join(tmpdir(), 'imagesearch-hostile-'));
    corpus = await hostileCorpus();
  }, LONG_MS);
  afterAll(async () => {
    await stack.stop();
    await rm(home, { recursive: true, force: true });
  });

  const search = (bytes: Buffer, headers: Record<string, string> = {}) =>
    caller.post('/v1/search', { image_base64: bytes.toString('base64'), k: 1 }, headers);
  const outcomeOf = async ({ bytes }: HostileImage): Promise<string> => {
    const answer = await search(bytes);
    if (answer.status === 200) return 'taken';
    expect(faultOf(answer)).toMatchObject({ status: 422, loc: ['body', 'image_base64'], faults: 1 });
    return faultOf(answer).type ?? '';
  };

  it(
    'is searched by: each file gets its own answer, and all of them stay within 1 GiB beside what the product holds',
    async () => {
      const { result, restingMib, peakMib } = await peakMibDuring(process.pid, async () => {
        const outcomes: Record<string, string> = {};
        for (const image of corpus) outcomes[image.name] = await outcomeOf(image);
        return outcomes;
      });
      expect(result).toEqual(mapValues(OUTCOMES, ([searched]) => searched));
      expect(peakMib - restingMib).toBeLessThan(TREE_MIB_MAX);
      expect((await caller.search({ query: 'red ball' })).count).toBeGreaterThan(0);
    },
    LONG_MS,
  );

  it(
    'is ingested within 1 GiB: each refused file is reported by its name and its own reason',
    async () => {
      const nameOf = new Map(corpus.map(({ name }, at) => [`hostile:${at}.jpg`, name]));
      await mkdir(join(home, 'hostile'));
      for (const [at, { bytes }] of corpus.entries())
        await writeFile(join(home, 'hostile', `${at}.jpg`), bytes);
      const report = join(home, 'failures.jsonl');
      const args = ['folder', join(home, 'hostile'), '--report', report];
      const command = new IngestCommand(args, { ...stack.stack.addresses, DATA_DIR: join(home, 'data') });
      const { peakMib } = await peakMibDuring(command.child.pid ?? 0, () => command.end());
      const outcomes = Object.fromEntries(corpus.map(({ name }) => [name, 'taken']));
      for (const line of (await readFile(report, 'utf8')).trim().split('\n')) {
        const { entry, reason } = JSON.parse(line) as { entry: string; reason: string };
        outcomes[nameOf.get(entry) ?? entry] = reason;
      }
      expect(outcomes).toEqual(mapValues(OUTCOMES, ([, ingested]) => ingested));
      expect(peakMib).toBeLessThan(TREE_MIB_MAX);
      // What decoders print never reaches the terminal.
      expect(command.output).not.toContain('\u001b]0;');
    },
    LONG_MS,
  );

  it('charges the minimum for a JPEG of thousands of scans, and leaves its Idempotency-Key free', async () => {
    const bomb = corpus.find(({ name }) => name === 'JPEG: 5,500 scans of 19 megapixels')?.bytes;
    const used = async () => usageSchema.parse((await caller.get('/v1/usage')).body).credits.used;
    const before = await used();
    for (const charged of [1, 2]) {
      const answer = await search(bomb ?? Buffer.alloc(0), { 'Idempotency-Key': 'the same' });
      expect(faultOf(answer)).toMatchObject({
        status: 422,
        type: 'image_too_complex',
        ctx: { scans_max: 100, credits_charged: 1 },
      });
      expect(await used()).toBe(before + charged);
    }
  });
});
