import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { ImageSearch, ImageSearchError } from '@imagesearch/sdk';
import { itWith, pythonWith } from '@imagesearch/testkit/engines';
import { MisbehavingProxy, type Misbehaviour } from '@imagesearch/testkit/network/misbehaving-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { runPython } from './support/python.js';

const FAULTS: Misbehaviour[] = [
  'pass',
  'lose-answer',
  'cut-after-send',
  'cut-both',
  'busy',
  'busy-after-answer',
  'limited',
  'truncate',
  'slow-first-byte',
];
const AT_ONCE = 20;

let stack: TestStack;
let proxy: MisbehavingProxy;
let proxyUrl: string;

beforeAll(async () => {
  stack = await TestStack.start();
  proxy = new MisbehavingProxy(stack.baseUrl);
  proxyUrl = await proxy.open();
}, 240_000);
afterAll(async () => {
  await proxy.close();
  await stack.stop();
});

/** What the ledger says about an account, asked without the proxy. */
async function ledgerOf(apiKey: string) {
  const { data } = await new ImageSearch({ baseUrl: stack.baseUrl, apiKey }).usage();
  const { used, reserved } = data.credits;
  return { used, reserved, answered: data.searches.filter(({ status }) => status === 'answered').length };
}

describe.each(FAULTS)('behind a proxy that does "%s"', (fault) => {
  const client = (apiKey: string) =>
    new ImageSearch({ baseUrl: `${proxyUrl}/${fault}`, apiKey, timeoutMs: 12_000 });

  it('a search is answered and charged once', async () => {
    const apiKey = await stack.newKey('pro');
    const answer = await client(apiKey).search('red ball', {
      timeoutMs: fault === 'slow-first-byte' ? 3_000 : 12_000,
    });
    expect(answer.data.count).toBeGreaterThan(0);
    expect(answer.attempts > 1).toBe(fault !== 'pass');
    expect(await ledgerOf(apiKey)).toEqual({ used: 1, reserved: 0, answered: 1 });
  });
});

describe('a client with a key that may add images', () => {
  it('adds one image, edits and deletes it, and pays nothing', async () => {
    const apiKey = await stack.newKey('pro', SCOPES);
    const images = new ImageSearch({ baseUrl: stack.baseUrl, apiKey });
    const image = await draw({ shape: 'box', colour: [9, 90, 190] });
    const added = await images.upload(image, { title: 'A box', file_name: 'box.png' });
    expect(added).toMatchObject({ credits: { charged: 0 }, data: { title: 'A box' } });
    const { asset_id: id, source } = added.data;
    const edited = await images.edit(id, { title: 'A blue box' });
    expect(edited).toMatchObject({ data: { asset_id: id, title: 'A blue box' } });
    const { data } = await images.collection();
    expect(data).toMatchObject({ uploads: source });
    await images.remove(id);
    await expect(images.remove(id)).rejects.toMatchObject({ type: 'asset_not_found' });
    expect(await ledgerOf(apiKey)).toEqual({ used: 0, reserved: 0, answered: 0 });
  });
});

describe('a client behind a proxy that loses answers', () => {
  const clientOf = (apiKey: string) => new ImageSearch({ baseUrl: `${proxyUrl}/lose-answer`, apiKey });

  it('reads that the answer is a replay, and pays nothing for it', async () => {
    const apiKey = await stack.newKey('pro');
    const answer = await clientOf(apiKey).search('green ball');
    expect(answer).toMatchObject({ isReplayed: true, credits: { charged: 0 }, attempts: 2 });
    expect(await ledgerOf(apiKey)).toMatchObject({ used: 1 });
  });

  it('is charged once for a search with an image, and once for similar images', async () => {
    const apiKey = await stack.newKey('pro');
    const image = await draw({ shape: 'disc', colour: [200, 30, 30] });
    const { data } = await clientOf(apiKey).search({ image, k: 1 });
    const [first] = data.results;
    await clientOf(apiKey).similar({ asset_id: first?.asset_id ?? '', k: 2 });
    expect(await ledgerOf(apiKey)).toEqual({ used: 2, reserved: 0, answered: 2 });
  });

  it('is charged once for each of many searches at once', async () => {
    const apiKey = await stack.newKey('custom');
    const client = clientOf(apiKey);
    const searches = Array.from({ length: AT_ONCE }, (_none, at) =>
      client.search({ query: `ball ${at}`, k: 1 }),
    );
    await Promise.all(searches);
    expect(await ledgerOf(apiKey)).toEqual({ used: AT_ONCE, reserved: 0, answered: AT_ONCE });
  });

  it('gets the answer of a search that it gave up, with the key of the error, without a second charge', async () => {
    const apiKey = await stack.newKey('pro');
    const client = clientOf(apiKey);
    const error = await client.search('blue box', { retries: 0 }).catch((thrown: unknown) => thrown);
    if (!(error instanceof ImageSearchError) || error.idempotencyKey === null)
      throw new Error('it was answered');
    expect(error.type).toBe('connection_lost');
    const answer = await client.search('blue box', { idempotencyKey: error.idempotencyKey });
    expect(answer).toMatchObject({ isReplayed: true, credits: { charged: 0 } });
    expect(await ledgerOf(apiKey)).toEqual({ used: 1, reserved: 0, answered: 1 });
  });

  it('that aborts gets the reason of its signal, and the search is not sent again', async () => {
    const apiKey = await stack.newKey('pro');
    const before = proxy.forwarded;
    const stop = new AbortController();
    const search = clientOf(apiKey).search('red box', { signal: stop.signal });
    stop.abort(new Error('the user left'));
    await expect(search).rejects.toThrow('the user left');
    expect(proxy.forwarded - before).toBeLessThanOrEqual(1);
  });
});

describe('the Python client', () => {
  itWith(pythonWith('httpx', 'pytest'), 'is charged once whatever the proxy does', async (python) => {
    const keys = Object.fromEntries(
      await Promise.all(FAULTS.map(async (fault) => [fault, await stack.newKey('pro')] as const)),
    );
    const { status, output } = await runPython(python, ['-m', 'pytest', '-q', 'tests/test_live.py'], {
      IMAGE_SEARCH_TEST_PROXY: proxyUrl,
      IMAGE_SEARCH_TEST_KEYS: JSON.stringify(keys),
    });
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toMatch(new RegExp(`${2 * FAULTS.length} passed`));
    for (const apiKey of Object.values(keys))
      expect(await ledgerOf(apiKey)).toEqual({ used: 2, reserved: 0, answered: 2 });
  });
});
