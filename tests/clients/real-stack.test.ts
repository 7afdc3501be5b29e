import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { ImageSearch, ImageSearchError } from '@imagesearch/sdk';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** How every search begins on the wire. */
const SEARCH = 'POST /v1/s';

const stack = await TestStack.start();
const proxy = new FaultyProxy();
proxy.pointTo(new URL(stack.baseUrl).host);
const baseUrl = `http://127.0.0.1:${await proxy.open()}`;
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

// What a client does after each fault stands in the table of cases; here the ledger counts what it was charged.
describe('a client behind a proxy', () => {
  const clientOf = (apiKey: string) => new ImageSearch({ baseUrl, apiKey });

  it('that loses an answer reads that the next one is a replay, and pays nothing for it', async () => {
    const apiKey = await stack.newKey('pro');
    proxy.loseAnswersTo(SEARCH);
    const answer = await clientOf(apiKey).search('green ball');
    expect(answer).toMatchObject({ isReplayed: true, credits: { charged: 0 }, attempts: 2 });
    expect(await ledgerOf(apiKey)).toEqual({ used: 1, reserved: 0, answered: 1 });
  });

  it('that cuts both connections while the search runs is charged once', async () => {
    const apiKey = await stack.newKey('pro');
    const asked = proxy.count(SEARCH);
    const searched = clientOf(apiKey).search('red ball');
    while (asked() === 0) await sleep(1);
    proxy.setFault({ kind: 'refuse' });
    proxy.setFault({ kind: 'none' });
    const { data, attempts } = await searched;
    expect({ found: data.count > 0, attempts }).toEqual({ found: true, attempts: 2 });
    expect(await ledgerOf(apiKey)).toEqual({ used: 1, reserved: 0, answered: 1 });
  });

  it('gets the answer of a search that it gave up, with the key of the error, without a second charge', async () => {
    const apiKey = await stack.newKey('pro');
    const client = clientOf(apiKey);
    proxy.loseAnswersTo(SEARCH);
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
    const asked = proxy.count(SEARCH);
    const stop = new AbortController();
    const search = clientOf(apiKey).search('red box', { signal: stop.signal });
    stop.abort(new Error('the user left'));
    await expect(search).rejects.toThrow('the user left');
    expect(asked()).toBeLessThanOrEqual(1);
  });
});
