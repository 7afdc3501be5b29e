import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { buildLiteFiles } from '../src/build.js';
import { ensureFolder } from '../src/ensure-folder.js';
import { MANIFEST_FILE, verifiedManifest, type Manifest } from '../src/manifest.js';
import { readSynsets, type Synset } from '../src/word-vectors/synsets.js';

let synsets: Synset[];
/** What the real builder made, which takes seconds of a core. */
let built: string;
let parent: string;
let buildCount: number;

beforeAll(async () => {
  synsets = (await readSynsets()).slice(0, 1_500);
  built = await mkdtemp(join(tmpdir(), 'imagesearch-built-'));
  await buildLiteFiles(built, { fingerprint: 'one', synsets });
}, 120_000);
afterAll(() => rm(built, { recursive: true, force: true }));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'imagesearch-models-'));
  buildCount = 0;
});

afterEach(() => rm(parent, { recursive: true, force: true }));

type Build = (dir: string, fingerprint: string, signal: AbortSignal) => Promise<void>;

/** The real builder on a slice of WordNet. */
const build: Build = (dir, fingerprint, signal) => buildLiteFiles(dir, { fingerprint, synsets, signal });

/** Lays out what the real builder made: the same files, at once. */
const copy: Build = async (dir, fingerprint) => {
  await cp(built, dir, { recursive: true });
  const manifest = JSON.parse(await readFile(join(dir, MANIFEST_FILE), 'utf8')) as Manifest;
  await writeFile(join(dir, MANIFEST_FILE), JSON.stringify({ ...manifest, fingerprint }));
};

function ensure({
  fingerprint = 'one',
  by = copy,
  signal,
}: { fingerprint?: string; by?: Build; signal?: AbortSignal } = {}): Promise<void> {
  return ensureFolder({
    parent,
    name: 'lite',
    isWhole: async (dir) => (await verifiedManifest(dir, fingerprint)) !== undefined,
    build: async (dir, lockSignal) => {
      buildCount += 1;
      await by(dir, fingerprint, lockSignal);
    },
    onWait: () => undefined,
    signal,
  });
}

const contentOf = (name: string) => readFile(join(parent, 'lite', name));

test('a finished build is used again, and nothing else is left beside it', async () => {
  await ensure();
  await ensure();
  expect(buildCount).toBe(1);
  expect(await readdir(parent)).toEqual(['lite']);
});

test('two builds give the same bytes', async () => {
  await ensure({ by: build });
  const names = await readdir(join(parent, 'lite'));
  expect(names).toHaveLength(6);
  expect(await readdir(built)).toEqual(names);
  for (const name of names)
    expect((await contentOf(name)).equals(await readFile(join(built, name)))).toBe(true);
});

test('those who ask at the same time share one build', async () => {
  await Promise.all([ensure(), ensure(), ensure()]);
  expect(buildCount).toBe(1);
});

test('a file that was changed without changing its length is built again', async () => {
  await ensure();
  const whole = await contentOf('word-vectors.bin');
  const damaged = Buffer.from(whole);
  damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
  await writeFile(join(parent, 'lite', 'word-vectors.bin'), damaged);
  await ensure();
  expect(buildCount).toBe(2);
  expect((await contentOf('word-vectors.bin')).equals(whole)).toBe(true);
});

test.each(['image-tower.onnx', 'manifest.json'])('a %s that was cut short is built again', async (name) => {
  await ensure();
  await truncate(join(parent, 'lite', name), 100);
  await ensure();
  expect(buildCount).toBe(2);
});

test('another fingerprint is another build', async () => {
  await ensure({ fingerprint: 'one' });
  await ensure({ fingerprint: 'two' });
  expect(buildCount).toBe(2);
});

test('files of a release that built others from the same sources are built again', async () => {
  await ensure();
  const manifest = await contentOf('manifest.json');
  const earlier = { ...(JSON.parse(manifest.toString()) as object), filesVersion: undefined };
  await writeFile(join(parent, 'lite', 'manifest.json'), JSON.stringify(earlier));
  await ensure();
  expect(buildCount).toBe(2);
  expect((await contentOf('manifest.json')).equals(manifest)).toBe(true);
});

test('the folder, the lock and the half-written profile of a killed process are removed', async () => {
  await mkdir(join(parent, 'lite.building-dead'));
  await writeFile(join(parent, 'lite.building-dead', 'image-tower.onnx'), 'half');
  await mkdir(join(parent, 'lite'));
  await writeFile(join(parent, 'lite', 'image-tower.onnx'), 'half');
  await mkdir(join(parent, 'lite.lock'));
  const longAgo = new Date(Date.now() - 3_600_000);
  await utimes(join(parent, 'lite.lock'), longAgo, longAgo);
  await ensure();
  expect(await readdir(parent)).toEqual(['lite']);
  expect(await verifiedManifest(join(parent, 'lite'), 'one')).toBeDefined();
});

test('a build that is stopped leaves nothing, and the next one succeeds', async () => {
  const atOnce = AbortSignal.abort(new Error('stopped'));
  await expect(ensure({ by: build, signal: atOnce })).rejects.toThrow('stopped');
  const during = new AbortController();
  setTimeout(() => during.abort(new Error('stopped')), 20);
  await expect(ensure({ by: build, signal: during.signal })).rejects.toThrow('stopped');
  expect(await readdir(parent)).toEqual([]);
  await ensure();
  expect(await readdir(parent)).toEqual(['lite']);
});
