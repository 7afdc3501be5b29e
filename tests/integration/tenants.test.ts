import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '@imagesearch/gateway/keys/api-key';
import { coloured } from '@imagesearch/testkit/images/camera-files';
import type { Answer, Caller } from '@imagesearch/testkit/stack/caller';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** What belongs to an account, and is named in requests. */
interface Belongings {
  assetId: string;
  keyId: string;
  cursor: string;
}

/** Every operation that takes such a name, with what a request for it holds. */
const NAMING: [
  operation: string,
  name: keyof Belongings,
  ask: (caller: Caller, named: string) => Promise<Answer>,
][] = [
  [
    'PATCH /v1/asset/{asset_id}',
    'assetId',
    (caller, id) => send(caller, 'PATCH', `/v1/asset/${id}`, { title: 'Mine' }),
  ],
  ['DELETE /v1/asset/{asset_id}', 'assetId', (caller, id) => send(caller, 'DELETE', `/v1/asset/${id}`)],
  ['GET /v1/asset/{asset_id}/history', 'assetId', (caller, id) => caller.get(`/v1/asset/${id}/history`)],
  [
    'POST /v1/search',
    'cursor',
    (caller, cursor) => caller.post('/v1/search', { query: 'ball', k: 2, cursor }),
  ],
  ['GET /v1/search', 'cursor', (caller, cursor) => caller.get(`/v1/search?query=ball&k=2&cursor=${cursor}`)],
  [
    'POST /v1/similar',
    'cursor',
    (caller, cursor) => caller.post('/v1/similar', { asset_id: 'drawn:red-disc', k: 2, cursor }),
  ],
  [
    'PATCH /v1/keys/{key_id}',
    'keyId',
    (caller, id) => send(caller, 'PATCH', `/v1/keys/${id}`, { name: 'mine' }),
  ],
  [
    'POST /v1/keys/{key_id}/rotate',
    'keyId',
    (caller, id) => caller.post(`/v1/keys/${id}/rotate`, { grace_s: 600 }),
  ],
  ['DELETE /v1/keys/{key_id}', 'keyId', (caller, id) => send(caller, 'DELETE', `/v1/keys/${id}`)],
];

/** Operations that name nothing of an account: their answers hold what is the caller's own, or what all accounts share. */
const NAMING_NOTHING = [
  'GET /v1/asset/{asset_id}',
  'GET /v1/asset/direct/{asset_id}',
  'GET /v1/collection',
  'GET /v1/keys',
  'GET /v1/usage',
  'GET /v1/usage/days',
  'GET /v1/warm',
  'POST /v1/asset',
  'POST /v1/keys',
];

const send = (caller: Caller, method: string, path: string, body?: object): Promise<Answer> =>
  caller.send(method, path, body && JSON.stringify(body), {
    ...(body && { 'Content-Type': 'application/json' }),
  });

const stack = await TestStack.start();
afterAll(() => stack.stop());
const caller = await stack.newCaller('custom', SCOPES);
const other = await stack.newCaller('custom', SCOPES);
const [own, foreign] = [await belongingsOf(caller, '#345678'), await belongingsOf(other, '#876543')];

describe('two accounts of one installation', () => {
  /** Of the form of a foreign one. */
  const unknown = (name: keyof Belongings): string => {
    if (name === 'keyId') return randomUUID();
    if (name === 'assetId') return foreign.assetId.replace(/[0-9a-f]{32}$/, '0'.repeat(32));
    return foreign.cursor.replace(/^.{8}/, 'AAAAAAAA');
  };

  it.each(NAMING)('%s answers a foreign %s as one that does not exist', async (_operation, name, ask) => {
    const unknownName = unknown(name);
    const answers = [await ask(caller, foreign[name]), await ask(caller, unknownName)] as const;
    const [ofForeign, ofUnknown] = answers.map((answer) => said(answer, [foreign[name], unknownName]));
    expect(ofForeign).toEqual(ofUnknown);
    expect(ofForeign?.status).toBeGreaterThanOrEqual(400);
    expect(said(await ask(caller, own[name]), [own[name]])).not.toEqual(ofForeign);
  });

  it('have nothing of each other in what lists their own', async () => {
    for (const path of ['/v1/keys', '/v1/usage', '/v1/usage/days?days=90']) {
      const { status, text } = await caller.get(path);
      expect(status).toBe(200);
      for (const theirs of [foreign.keyId, foreign.assetId]) expect(text).not.toContain(theirs);
    }
    const { text } = await other.get('/v1/usage/days');
    expect(text).toContain('"searches":1,');
  });

  it('cover every operation that takes a key', async () => {
    const { paths } = (await caller.get('/openapi.json')).body as {
      paths: Record<string, Record<string, { security: object[] }>>;
    };
    const keyed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security.length > 0)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    );
    const covered = [...NAMING.map(([operation]) => operation), ...NAMING_NOTHING];
    expect(keyed.toSorted()).toEqual(covered.toSorted());
  });
});

/** What an answer says, without the name that was asked for. */
function said({ status, body, headers }: Answer, names: readonly string[]) {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const text = names.reduce((all, name) => all.replaceAll(name, 'X'), JSON.stringify(detail ?? null));
  return { status, text, type: headers.get('Content-Type') };
}

async function belongingsOf(who: Caller, colour: string): Promise<Belongings> {
  const image_base64 = (await coloured(colour).jpeg().toBuffer()).toString('base64');
  const { asset_id } = (await who.post('/v1/asset', { image_base64, title: 'square' })).body as {
    asset_id: string;
  };
  const { key_id } = (await who.post('/v1/keys', { name: 'shop' })).body as { key_id: string };
  const { cursor } = await who.search({ query: 'ball', k: 2 });
  return { assetId: asset_id, keyId: key_id, cursor: cursor ?? '' };
}
