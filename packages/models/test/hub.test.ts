import { afterEach, describe, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { HubError, hubPath } from '../src/hub/hub-body.js';
import { pathOf, pullFile, type HubSettings } from '../src/hub/hub-files.js';
import type { HubFile } from '../src/hub/hub-manifest.js';
import * as hub from './support/local-hub.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

const CONTENT = randomBytes(300_000);
const FILE = hub.pinned(CONTENT);
const RETRY_DELAY_MS = 5;

const dir = folderOfEachTest();
let running: hub.LocalHub | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const settingsFor = (hubUrl: string): HubSettings => ({ modelDir: dir, hubUrl });

async function pullFrom(file: HubFile, ...manners: hub.Manner[]): Promise<HubSettings> {
  running = await hub.startHub(CONTENT, ...manners);
  const settings = settingsFor(running.url);
  await pullFile(file, { ...settings, retryDelayMs: RETRY_DELAY_MS });
  return settings;
}

/** Compared by bytes: the matchers of the test runner take seconds for buffers of this size. */
async function expectWhole(path: string): Promise<void> {
  expect((await readFile(path)).equals(CONTENT)).toBe(true);
}

/** Every file below the folder. */
async function filesLeft(): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('a pull', () => {
  test('brings the file whole, reports how far it is, and asks for it once only', async () => {
    running = await hub.startHub(CONTENT);
    const settings = settingsFor(running.url);
    const steps: number[] = [];
    await pullFile(FILE, { ...settings, onProgress: ({ done, total }) => steps.push(done / total) });
    await pullFile(FILE, settings);
    await expectWhole(pathOf(settings, FILE));
    expect(steps.at(-1)).toBe(1);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(running.ranges).toEqual([undefined]);
    expect(await filesLeft()).toEqual(['model.onnx']);
  });

  test.each<[what: string, manners: hub.Manner[]]>([
    [
      'after every lost connection that brought some bytes',
      [...Array<hub.Manner>(8).fill(hub.cutAfter(30_000)), hub.honest],
    ],
    ['from the start where the hub knows no ranges', [hub.cutAfter(100_000), hub.withoutRanges]],
    [
      'after a passing fault, as late as the hub wants',
      [hub.answering(503), hub.answering(429, { 'Retry-After': '0' }), hub.honest],
    ],
  ])('brings a file whole %s', async (_what, manners) => {
    await expectWhole(pathOf(await pullFrom(FILE, ...manners), FILE));
    // Bytes that a busy client has not read yet are lost with their line.
    const starts = (running?.ranges ?? []).map((range) => Number(range?.slice('bytes='.length, -1) ?? 0));
    expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  });

  test.each([
    ['the hub has no such file', [hub.answering(404)], /no such file \(404\)/],
    ['access is refused', [hub.answering(403)], /access is refused \(403\)/],
    ['the hub only fails', [hub.answering(500)], /it answered 500/],
    ['every line is cut before a byte', [hub.cutAfter(0)], /stopped in the middle/],
    [
      'other bytes come',
      [hub.serving(randomBytes(CONTENT.length))],
      /is not the file of the manifest: SHA-256/,
    ],
    ['fewer bytes come', [hub.serving(CONTENT.subarray(1))], /is not the file of the manifest: SHA-256/],
    ['more bytes come', [hub.serving(Buffer.concat([CONTENT, CONTENT]))], /sent more than the 300000 bytes/],
  ])('fails with a clear error and leaves no file in place when %s', async (_name, manners, message) => {
    const pulling = pullFrom(FILE, ...manners);
    await expect(pulling).rejects.toThrow(HubError);
    await expect(pulling).rejects.toThrow(message);
    expect(await filesLeft()).not.toContain('model.onnx');
  });

  test('names the hub that is not there', async () => {
    running = await hub.startHub(CONTENT);
    const { url } = running;
    await running.close();
    running = undefined;
    const pulling = pullFile(FILE, { ...settingsFor(url), retryDelayMs: 1 });
    await expect(pulling).rejects.toThrow(`${url}/${hubPath(FILE)} cannot be reached: ECONNREFUSED.`);
  });

  test.each([
    ['resumes what an earlier run left', CONTENT.subarray(0, 120_000), ['bytes=120000-']],
    ['starts over when that was damaged', randomBytes(120_000), ['bytes=120000-', undefined]],
    ['starts over when that is too long', randomBytes(400_000), ['bytes=400000-', undefined]],
  ])('%s', async (_what, left, ranges) => {
    const target = pathOf(settingsFor(''), FILE);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.part`, left);
    await expectWhole(pathOf(await pullFrom(FILE, hub.honest), FILE));
    expect(running?.ranges).toEqual(ranges);
  });

  test('replaces a file that was damaged on disk', async () => {
    const settings = await pullFrom(FILE, hub.honest);
    await writeFile(pathOf(settings, FILE), randomBytes(CONTENT.length));
    await pullFile(FILE, settings);
    await expectWhole(pathOf(settings, FILE));
  });

  test('stops at once when it is cancelled, and the next one resumes', async () => {
    running = await hub.startHub(CONTENT, hub.stallAfter(50_000), hub.honest);
    const settings = settingsFor(running.url);
    const stop = new AbortController();
    const pulling = pullFile(FILE, {
      ...settings,
      signal: stop.signal,
      onProgress: ({ done }) => done >= 50_000 && stop.abort(new Error('enough')),
    });
    await expect(pulling).rejects.toThrow('enough');
    await pullFile(FILE, settings);
    expect(running.ranges).toEqual([undefined, 'bytes=50000-']);
    await expectWhole(pathOf(settings, FILE));
  });
});

test('a line that stalls is closed and resumed', async () => {
  running = await hub.startHub(CONTENT, hub.stallAfter(90_000), hub.honest);
  const settings = settingsFor(running.url);
  await pullFile(FILE, { ...settings, stalledMs: 200, retryDelayMs: 1 });
  await expectWhole(pathOf(settings, FILE));
  expect(running.ranges).toEqual([undefined, 'bytes=90000-']);
});

test('a folder with the paths of a hub is a mirror of it', async () => {
  const mirror = join(dir, 'mirror');
  await mkdir(dirname(join(mirror, hubPath(FILE))), { recursive: true });
  await writeFile(join(mirror, hubPath(FILE)), CONTENT);
  for (const url of [mirror, `file://${mirror}`]) {
    const settings = { ...settingsFor(url), modelDir: await mkdtemp(join(dir, 'models-')) };
    await pullFile(FILE, settings);
    await expectWhole(pathOf(settings, FILE));
  }
  await expect(pullFile(hub.pinned(CONTENT, 'another.onnx'), settingsFor(mirror))).rejects.toThrow(
    /cannot be read \(ENOENT\)/,
  );
});

test('the proxy of the environment is used', async () => {
  const seen: string[] = [];
  const proxy = createServer(({ url = '', headers }, answer) => {
    seen.push(url);
    request(url, { headers }, (far) => {
      answer.writeHead(far.statusCode ?? 0, far.headers);
      far.pipe(answer);
    }).end();
  });
  process.env['http_proxy'] = (await openOnLoopback(proxy)).url;
  try {
    const settings = await pullFrom(FILE, hub.honest);
    await expectWhole(pathOf(settings, FILE));
    expect(seen).toHaveLength(1);
  } finally {
    delete process.env['http_proxy'];
    proxy.closeAllConnections();
    proxy.close();
  }
});

test('a hub of https is reached through the tunnel of such a proxy, which sees its name alone', async () => {
  const { cert, issue } = await newAuthority();
  const HOST = 'hub.invalid';
  const far = createHttpsServer(await issue([HOST]), (_request, answer) => answer.end(CONTENT));
  const { port } = await openOnLoopback(far);
  const seen: string[] = [];
  const tunnels = new Set<Duplex>();
  const proxy = createServer().on('connect', ({ url = '' }, near: Duplex) => {
    seen.push(url);
    const tunnel = connect(port, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(near).pipe(tunnel);
    });
    for (const end of [near, tunnel]) tunnels.add(end.on('error', () => undefined));
  });
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  process.env['https_proxy'] = (await openOnLoopback(proxy)).url;
  try {
    const settings = settingsFor(`https://${HOST}`);
    await pullFile(FILE, { ...settings, retryDelayMs: RETRY_DELAY_MS });
    await expectWhole(pathOf(settings, FILE));
    expect(seen).toEqual([`${HOST}:443`]);
  } finally {
    delete process.env['https_proxy'];
    setDefaultCACertificates(trusted);
    for (const end of tunnels) end.destroy();
    proxy.close();
    far.close();
  }
});
