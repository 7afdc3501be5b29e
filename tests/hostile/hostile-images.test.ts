import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import {
  otherKinds,
  soundFiles,
  truncations,
  type HostileImage,
} from '@imagesearch/testkit/images/hostile/catalogue';
import { hostileCameraFiles } from '@imagesearch/testkit/images/hostile/hostile-camera-files';
import { jpegBombs } from '@imagesearch/testkit/images/hostile/hostile-jpegs';
import { pngBombs } from '@imagesearch/testkit/images/hostile/hostile-pngs';
import { webpBombs } from '@imagesearch/testkit/images/hostile/hostile-webps';
import { IngestCommand } from '@imagesearch/testkit/processes/ingest-command';
import { faultOf } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { peakMibDuring } from './support/tree-memory.js';

const TREE_MIB_MAX = 1024;
const LONG_MS = 900_000;
/** A busy machine takes many times as long for 20 megapixels; what is killed at its deadline is no matter of this suite. */
const PATIENT = { SEARCH_TIMEOUT_MS: '60000', DRAIN_TIMEOUT_MS: '70000', RESERVATION_LIFETIME_MS: '120000' };

/** Files that were made to break a decoder, the heaviest first; what of a file a decoder never sees stands beside embedding. */
async function hostileCorpus(): Promise<HostileImage[]> {
  const sound = await soundFiles();
  return [
    ...(await hostileCameraFiles()),
    ...pngBombs(),
    ...(await jpegBombs()),
    ...(await webpBombs()),
    ...truncations(sound).filter(({ name }) => name.endsWith(' 5 tenths')),
    ...otherKinds(sound),
  ];
}

type Outcomes = readonly (readonly [names: RegExp, outcome: RegExp])[];

/** What a file is answered in a search: taken, or the kind of 422. The first row that knows its name counts. */
const SEARCHED: Outcomes = [
  [/scans of 19 megapixels$/, /^image_too_complex$/],
  [/: (?:30|400) megapixels$|^PNG: .*(?:1,000,001|100,000)|^a JPEG signature/, /^image_too_many_pixels$/],
  [/ cut at |^a PNG signature|^a WebP container/, /^image_unreadable$/],
  [/^(?:PNG|JPEG|WebP): | too$|^a JPEG after/, /^taken$/],
  [/./, /^image_format$/],
];

/** What is reported of it in ingestion, which reads more formats. */
const INGESTED: Outcomes = [
  [/scans of 19 megapixels$/, /^the image has more than 100 scans$/],
  [
    /^PNG: (?:400 megapixels|.*1,000,001)/,
    /^the image has \d+ × \d+ pixels, (?:more than|and an edge has) \d+/,
  ],
  [/^(?:PNG|JPEG|WebP): | too$|^a JPEG after|: a sound one$|^GIF: (?:a screen|300)|^a GIF$/, /^taken$/],
  [/^TIFF: (?:490 KB|a width declared)/, /^taken$/],
  // libvips reads the planes that are missing as black, or refuses them.
  [/^TIFF: planes/, /^taken$|^the image cannot be read: /],
  [/^(?:TIFF|AVIF|BMP): (?:four billion|1 KB)/, /has \d+ × \d+ pixels, and \d+ can be decoded$/],
  [/^BMP: of negative/, /: it declares no size$/],
  [/^(?:a )?HEIC/, /: no image is in it$/],
  [/ cut at /, /damaged or cut /],
  [
    /^(?:TIFF|AVIF|GIF|BMP|JPEG XL): |^an? (?:TIFF|AVIF|JPEG XL|PNG signature|JPEG signature|WebP container)/,
    /^the image cannot be read: /,
  ],
  [/./, /^the file is no JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF, BMP or JPEG XL image$/],
];

const stack = await TestStack.start(undefined, { env: PATIENT });
afterAll(() => stack.stop());
const caller = await stack.newCaller('scale');
const corpus = await hostileCorpus();

const search = (bytes: Buffer) => caller.post('/v1/search', { image_base64: bytes.toString('base64'), k: 1 });

describe('the corpus of hostile images', () => {
  const home = folderOfSuite();

  const expected = (outcomes: Outcomes) =>
    Object.fromEntries(
      corpus.map(({ name }) => {
        const [, outcome = /^$/] = outcomes.find(([names]) => names.test(name)) ?? [];
        return [name, expect.stringMatching(outcome)];
      }),
    );

  const outcomeOf = async ({ bytes }: HostileImage): Promise<string> => {
    const answer = await search(bytes);
    if (answer.status === 200) return 'taken';
    const { type = '', ctx, ...fault } = faultOf(answer);
    expect(fault).toMatchObject({ status: 422, loc: ['body', 'image_base64'], faults: 1 });
    // A busy machine kills the decoder of a large sound picture at its deadline.
    return type === 'image_too_complex' && !('scans_max' in (ctx ?? {})) ? 'taken' : type;
  };

  it(
    'is searched by: each file gets its own answer, and all of them stay within 1 GiB beside what the product holds',
    async () => {
      const { result, restingMib, peakMib } = await peakMibDuring(process.pid, async () => {
        const outcomes: Record<string, string> = {};
        for (const image of corpus) outcomes[image.name] = await outcomeOf(image);
        return outcomes;
      });
      expect(result).toEqual(expected(SEARCHED));
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
      expect(outcomes).toEqual(expected(INGESTED));
      expect(peakMib).toBeLessThan(TREE_MIB_MAX);
      // What decoders print never reaches the terminal.
      expect(command.output).not.toContain('\u001b]0;');
    },
    LONG_MS,
  );

  it('refuses a JPEG of thousands of scans before any credit', async () => {
    const bomb = corpus.find(({ name }) => name === 'JPEG: 5,500 scans of 19 megapixels')?.bytes;
    const used = async () => (await caller.usage()).credits.used;
    const before = await used();
    const answer = await search(bomb ?? Buffer.alloc(0));
    expect(faultOf(answer)).toMatchObject({
      status: 422,
      type: 'image_too_complex',
      loc: ['body', 'image_base64'],
      ctx: { scans_max: 100 },
    });
    expect(await used()).toBe(before);
  });
});
