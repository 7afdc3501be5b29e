import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { Contract, type Document } from '../../contract/contract.js';
import { Caller, faultOf, type Answer } from '@imagesearch/testkit/stack/caller';
import { DRAWN, draw, drawnId } from '@imagesearch/testkit/images/small-collection';
import type { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** What the addresses of files answer. */
export function describeFiles(stack: TestStack): void {
  let caller: Caller;
  let contract: Contract;
  let original: Buffer;
  /** A signed address of `original`. */
  let address: string;
  let etag: string;

  beforeAll(async () => {
    caller = await stack.newCaller();
    contract = new Contract((await caller.get('/openapi.json')).body as Document);
    const [drawn] = DRAWN;
    if (!drawn) throw new Error('nothing is drawn');
    original = await draw(drawn);
    address = await signedAddress(`/v1/asset/direct/${drawnId(drawn.id)}`);
    etag = (await download()).headers.get('ETag') ?? '';
  });

  const signedAddress = async (path: string, headers: Record<string, string> = {}): Promise<string> => {
    const { status, headers: answered } = await caller.get(path, headers);
    expect(status).toBe(302);
    return new URL(answered.get('Location') ?? '').pathname;
  };

  /** Without a key: the address alone opens it. */
  const download = async (headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> => {
    const answer = await new Caller(stack.baseUrl).send(method, address, undefined, headers);
    expect(contract.faultsOf(method, address, answer)).toEqual([]);
    return answer;
  };

  it('come whole, under a name, with everything that a cache needs', async () => {
    const { status, headers, body } = await download();
    expect(status).toBe(200);
    expect(original.equals(body as Buffer)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(original.byteLength),
      'content-disposition': 'inline; filename=drawn-red-disc.png',
      'cache-control': 'public, max-age=600, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-original"$/),
    });
  });

  it('carry their credit with v=credited, with the same pixels, also without a key', async () => {
    const [found] = (await caller.search({ query: 'red ball', k: 1 })).results;
    const anyone = new Caller(stack.baseUrl);
    const redirect = await anyone.get(`${String(found?.file)}?v=credited`);
    expect(redirect.status).toBe(302);
    const path = new URL(redirect.headers.get('Location') ?? '').pathname;
    const whole = await anyone.get(path);
    expect(contract.faultsOf('GET', path, whole)).toEqual([]);
    const bytes = whole.body as Buffer;
    expect(whole.headers.get('Content-Length')).toBe(String(bytes.length));
    // Another credit gives other bytes at the same address.
    expect(whole.headers.get('Cache-Control')).toBe('public, max-age=60');
    const line = found?.rights.attribution ?? 'there is none';
    expect(bytes.toString('utf8')).toContain(`<photoshop:Credit>${line}</photoshop:Credit>`);
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(original))).toBe(true);
    const part = await anyone.get(path, {
      Range: 'bytes=30-5000',
      'If-Range': whole.headers.get('ETag') ?? '',
    });
    expect(part.status).toBe(206);
    expect(bytes.subarray(30, 5001).equals(part.body as Buffer)).toBe(true);
    const known = await anyone.get(path, { 'If-None-Match': whole.headers.get('ETag') ?? '' });
    expect(known.status).toBe(304);
    expect((await anyone.send('HEAD', path, undefined)).headers.get('ETag')).toBe(whole.headers.get('ETag'));
  });

  it.each<[range: string, part: [start: number, end?: number] | null]>([
    ['bytes=0-0', [0, 1]],
    ['bytes=100-', [100]],
    ['bytes=-100', [-100]],
    ['bytes=10-99999999', [10]],
    ['Bytes=5-9', [5, 10]],
    // They cannot be read, or are of several parts.
    ...['bytes=0-1,5-6', 'bytes=9-2', 'bytes=0-1x', 'items=0-5'].map((range): [string, null] => [
      range,
      null,
    ]),
  ])('answer the range %s with just those bytes, or with all', async (range, part) => {
    const { status, headers, body } = await download({ Range: range });
    const wanted = original.subarray(...(part ?? []));
    expect([status, wanted.equals(body as Buffer)]).toEqual([part ? 206 : 200, true]);
    expect(headers.get('Content-Length')).toBe(String(wanted.byteLength));
    const start = wanted.byteOffset - original.byteOffset;
    const end = start + wanted.byteLength - 1;
    const said = part ? `bytes ${start}-${end}/${original.byteLength}` : null;
    expect(headers.get('Content-Range')).toBe(said);
  });

  it.each(['bytes=99999999-', 'bytes=-0'])(
    'refuse the range %s, and say how long they are',
    async (range) => {
      const answer = await download({ Range: range });
      expect(faultOf(answer)).toMatchObject({
        status: 416,
        type: 'range_not_satisfiable',
        loc: ['header', 'Range'],
        ctx: { bytes: original.byteLength },
      });
      expect(answer.headers.get('Content-Range')).toBe(`bytes */${original.byteLength}`);
      expect(answer.headers.get('Cache-Control')).toBeNull();
    },
  );

  it('give a range only of the file that If-Range names', async () => {
    const ask = (ifRange: string) => download({ Range: 'bytes=0-9', 'If-Range': ifRange });
    expect((await ask(etag)).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT', '']) {
      expect({ other, status: (await ask(other)).status }).toEqual({ other, status: 200 });
    }
    const past = await download({ Range: 'bytes=99999999-', 'If-Range': '"other"' });
    expect(past.status).toBe(200);
  });

  it('are not sent again to a caller that has them, for any requested range', async () => {
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      for (const range of [undefined, 'bytes=0-9', 'bytes=99999999-']) {
        const answer = await download({
          'If-None-Match': known,
          ...(range !== undefined && { Range: range }),
        });
        expect({ known, range, status: answer.status }).toEqual({ known, range, status: 304 });
        expect(answer.body).toHaveLength(0);
        expect(answer.headers.get('ETag')).toBe(etag);
      }
    }
    expect((await download({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('answer HEAD with the head of the whole file alone', async () => {
    for (const headers of [{}, { Range: 'bytes=0-9' }, { Range: 'bytes=99999999-' }]) {
      const answer = await download(headers, 'HEAD');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Length')).toBe(String(original.byteLength));
      expect(answer.body).toHaveLength(0);
    }
    expect((await download({ 'If-None-Match': etag }, 'HEAD')).status).toBe(304);
  });

  it('answer 503 while the store is unavailable, and searches still answer', async () => {
    const blobs = join(stack.dataDir, 'rights/blobs');
    const { results } = await caller.search({ query: 'ball', k: 1 });
    await rename(blobs, `${blobs}.away`);
    try {
      expect(faultOf(await download())).toMatchObject({ status: 503, type: 'dependency_unavailable' });
      expect((await caller.search({ query: 'ball', k: 1 })).results.map(({ asset_id }) => asset_id)).toEqual(
        results.map(({ asset_id }) => asset_id),
      );
    } finally {
      await rename(`${blobs}.away`, blobs);
    }
    expect((await download()).status).toBe(200);
  });
}
