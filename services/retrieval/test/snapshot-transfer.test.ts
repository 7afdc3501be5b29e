import { readFile, writeFile } from 'node:fs/promises';
import { type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { movedName } from '../src/index/names.js';
import { downloadSnapshot, uploadSnapshot } from '../src/index/qdrant/snapshots.js';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const SHARD = { collection: 'images', shard: 3 };
/** Longer than what one read of a file gives. */
const SNAPSHOT = Buffer.alloc(300_000, 'snapshot ');

describe('a snapshot of Qdrant', () => {
  const dir = folderOfEachTest();
  let asked: ReturnType<typeof askedIn>[];
  let status: number;

  beforeEach(() => {
    asked = [];
    status = 200;
  });
  const server = httpServerForAll((request, response) => {
    void buffer(request).then((body) => {
      asked.push(askedIn(request, body));
      response.writeHead(status).end(request.method === 'GET' ? SNAPSHOT : '{"why":"no room"}');
    });
  });

  test('arrives in a file as it is', async () => {
    const file = join(dir, 'down');
    await downloadSnapshot({ url: server.url, apiKey: 'secret' }, { ...SHARD, snapshot: 'one', file });
    expect(await readFile(file)).toEqual(SNAPSHOT);
    expect(asked).toMatchObject([{ path: '/collections/images/shards/3/snapshots/one', key: 'secret' }]);
  });

  test('is sent whole, with its checksum', async () => {
    const file = join(dir, 'up');
    await writeFile(file, SNAPSHOT);
    await uploadSnapshot({ url: server.url, apiKey: undefined }, { ...SHARD, checksum: 'abc', file });
    const [{ path, body, type } = { path: '', body: Buffer.alloc(0), type: '' }] = asked;
    expect(path).toBe('/collections/images/shards/3/snapshots/upload?priority=snapshot&checksum=abc');
    const [, boundary = ''] = /boundary=(.+)/.exec(type) ?? [];
    const [before, part = '', end] = body.toString('latin1').split(`--${boundary}`);
    expect([before, end]).toEqual(['', '--\r\n']);
    const headEnd = part.indexOf('\r\n\r\n');
    expect(part.slice(0, headEnd)).toContain('name="snapshot"; filename="');
    expect(part.slice(headEnd + 4)).toBe(`${SNAPSHOT.toString('latin1')}\r\n`);
  });

  test('that the server refuses says why', async () => {
    status = 507;
    const file = join(dir, 'up');
    await writeFile(file, SNAPSHOT);
    const sending = uploadSnapshot(
      { url: server.url, apiKey: undefined },
      { ...SHARD, checksum: null, file },
    );
    await expect(sending).rejects.toThrow(/507.*no room/);
  });
});

test('a restored collection has the prefix of where it is restored, and none is of another schema', () => {
  expect(movedName('old_v5_0123456789ab_r0123456789ab', 'new')).toBe('new_v5_0123456789ab_r0123456789ab');
  expect(movedName('a_v5_b_v5_0123456789ab', 'new')).toBe('new_v5_0123456789ab');
  expect(movedName('old_v1_0123456789ab', 'new')).toBeUndefined();
  expect(movedName('other', 'new')).toBeUndefined();
});

function askedIn({ url = '', headers }: IncomingMessage, body: Buffer) {
  return { path: url, key: headers['api-key'], type: headers['content-type'] ?? '', body };
}
