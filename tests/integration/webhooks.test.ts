import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeClients, openClients, type IngestClients } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import { until } from '@imagesearch/testkit/processes/until';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const HOST = 'hooks.example.org';
const TOKEN = 'operator-token-of-the-webhooks-test';

describe('a webhook', () => {
  let stack: TestStack;
  let clients: IngestClients;
  let receiver: Server;
  const received: { headers: Record<string, unknown>; text: string }[] = [];

  beforeAll(async () => {
    const authority = await newAuthority();
    receiver = createServer(await authority.issue([HOST]), (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ headers: request.headers, text: Buffer.concat(chunks).toString('utf8') });
        response.writeHead(204).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const webhookNetwork = {
      resolve: () => Promise.resolve(['127.0.0.1']),
      mayConnectTo: () => true,
      port: (receiver.address() as AddressInfo).port,
      ca: authority.cert,
    };
    stack = await TestStack.start(undefined, {
      env: { OPS_TOKEN: TOKEN },
      gatewayOverrides: { webhookNetwork },
    });
    clients = openClients(stack.stack.addresses);
  }, 240_000);
  afterAll(async () => {
    closeClients(clients);
    await stack.stop();
    receiver.close();
  });

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
    await clients.rights.withdrawAsset({ assetId, actor: 'test', reason: 'asked for' }, detachedCall(5_000));

    await until(() => Promise.resolve(received.length > 0));
    const { headers, text } = received[0] ?? { headers: {}, text: '' };
    expect(JSON.parse(text)).toMatchObject({ type: 'asset.withdrawn', data: { asset_id: assetId } });
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const signing = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
    expect(headers['webhook-signature']).toBe(`v1,${signing.update(signed).digest('base64')}`);
  });
});
