import { createHmac } from 'node:crypto';
import { createServer } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const HOST = 'hooks.example.org';
const TOKEN = 'operator-token-of-the-webhooks-test';

const received: { headers: Record<string, unknown>; text: string }[] = [];
const authority = await newAuthority();
const receiver = createServer(await authority.issue([HOST]), (request, response) => {
  void textOf(request).then((text) => {
    received.push({ headers: request.headers, text });
    response.writeHead(204).end();
  });
});
const { port } = await openOnLoopback(receiver);
const stack = await TestStack.start(undefined, {
  env: { OPS_TOKEN: TOKEN },
  gatewayOverrides: {
    webhookNetwork: {
      resolve: () => Promise.resolve(['127.0.0.1']),
      mayConnectTo: () => true,
      port,
      ca: authority.cert,
    },
  },
});
afterAll(async () => {
  await stack.stop();
  receiver.close();
});

describe('a webhook', () => {
  const operate = async (operation: string, input: object) => {
    const response = await fetch(`${stack.stack.gateway.opsUrl()}/operator/${operation}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(input),
    });
    return (await response.json()) as { facts: { secret: string }; secret: string };
  };

  it('tells an account that an image of its search was withdrawn, signed with the secret that it was given', async () => {
    const { secret: key } = await operate('create-account', { name: 'told', plan: 'starter' });
    const { secret } = await operate('create-webhook', { account: 'told', url: `https://${HOST}/` });
    const caller = new Caller(stack.baseUrl, key);
    const { body } = await caller.post('/v1/search', { query: 'red ball', k: 1 });
    const assetId = String((body as { results: { asset_id: string }[] }).results[0]?.asset_id);
    const { rights } = stack.clients;
    const cause = { actor: 'test', reason: 'asked for' };
    await rights.changeAssetState({ assetId, state: 'ASSET_STATE_WITHDRAWN', ...cause }, detachedCall(5_000));

    await until(() => Promise.resolve(received.length > 0));
    const { headers, text } = received[0] ?? { headers: {}, text: '' };
    expect(JSON.parse(text)).toMatchObject({ type: 'asset.withdrawn', data: { asset_id: assetId } });
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const signing = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    expect(headers['webhook-signature']).toBe(`v1,${signing.update(signed).digest('base64')}`);
  });
});
