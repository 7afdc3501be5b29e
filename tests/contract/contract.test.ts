import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller, type Answer } from '@imagesearch/testkit/stack/caller';
import { draw } from '@imagesearch/testkit/images/small-collection';
import { ACCOUNT_CASES } from './account-cases.js';
import { ASSET_CASES } from './asset-cases.js';
import { withFacts, type Expected, type Facts, type Request } from './case.js';
import { Contract, escapePointer, type Document } from './contract.js';
import { SEARCH_CASES } from './search-cases.js';
import { openTarget, type Target } from './target.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

describe('the public contract', () => {
  let target: Target;
  let contract: Contract;
  let facts: Facts;

  beforeAll(async () => {
    target = await openTarget();
    const caller = new Caller(target.baseUrl, target.key);
    contract = new Contract((await caller.get('/openapi.json')).body as Document);
    const { query_id, results } = await caller.search({ query: 'ball', k: 1 });
    const [first] = results;
    if (!first) throw new Error('The index has nothing for the query "ball".');
    const image = (await draw({ shape: 'disc', colour: [190, 40, 35] })).toString('base64');
    const { uploads } = (await caller.get('/v1/collection')).body as { uploads: string };
    const digest = createHash('sha256').update(Buffer.from(image, 'base64')).digest('hex');
    const { key_id } = (await caller.post('/v1/keys', { name: 'contract', scopes: ['search'] })).body as {
      key_id: string;
    };
    facts = {
      ...{
        asset_id: first.asset_id,
        query_id,
        image,
        upload_id: `${uploads}:${digest.slice(0, 32)}`,
        key_id,
      },
      half: image.slice(0, Math.floor(image.length / 8) * 4),
    };
  }, 240_000);
  afterAll(() => target.close());

  const send = async ({ method, path, body, headers, keyless }: Request): Promise<Answer> => {
    const caller = new Caller(target.baseUrl, keyless === true ? undefined : target.key);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const address = withFacts(path, facts);
    const answer = await caller.send(method, address, text && withFacts(text, facts), {
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    });
    expect(contract.faultsOf(method, address, answer)).toEqual([]);
    return answer;
  };

  it.each([...SEARCH_CASES, ...ASSET_CASES, ...ACCOUNT_CASES])('%s', async (_name, request, expected) => {
    expectAnswer(await send(request), expected);
  });

  it('is version 1.3 of an OpenAPI 3.1 document', () => {
    expect(contract.document).toMatchObject({ openapi: '3.1.0', info: { version: '1.3' } });
  });

  it('gives an example of every request and answer, each of which its own schema allows', () => {
    const pointers = Object.entries(contract.document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { requestBody, responses }]) => {
        const at = `/paths/${escapePointer(path)}/${method}`;
        return [
          ...mediaOf(`${at}/requestBody`, requestBody),
          ...Object.entries(responses).flatMap(([status, response]) =>
            mediaOf(`${at}/responses/${status}`, response),
          ),
        ];
      }),
    );
    expect(pointers.length).toBeGreaterThan(50);
    for (const { at, examples } of pointers) {
      for (const { value } of examples)
        expect({ at, faults: contract.check(at, value) }).toEqual({ at, faults: [] });
    }
  });

  it('adds the image of its own example', async () => {
    const { requestBody } = contract.document.paths['/v1/asset']?.['post'] ?? {};
    const [media] = mediaOf('', requestBody);
    expect(
      await new Caller(target.baseUrl, target.key).post('/v1/asset', media?.examples[0]?.value),
    ).toMatchObject({
      status: 201,
      body: { title: 'Red square', indexed: true },
    });
  });

  it('refuses an unknown parameter at every address', async () => {
    const caller = new Caller(target.baseUrl, target.key);
    for (const [path, item] of Object.entries(contract.document.paths)) {
      const address = path.replace(/\{\w+\}/g, (name) => (name === '{asset_id}' ? facts.asset_id : 'x'));
      for (const method of Object.keys(item).map((name) => name.toUpperCase())) {
        const body = method === 'POST' ? '{}' : undefined;
        const answer = await caller.send(method, `${address}?no_such=1`, body, {
          'Content-Type': 'application/json',
        });
        expect(contract.faultsOf(method, address, answer)).toEqual([]);
        expect({ method, path, status: answer.status, body: answer.body }).toMatchObject({
          method,
          path,
          status: 422,
          body: {
            detail: expect.arrayContaining([
              expect.objectContaining({ type: 'extra_forbidden', loc: ['query', 'no_such'] }),
            ]),
          },
        });
      }
    }
  });

  it('takes the methods that it lists at every address, and no others', async () => {
    const caller = new Caller(target.baseUrl, target.key);
    for (const [path, item] of Object.entries(contract.document.paths)) {
      const address = path.replace(/\{\w+\}/g, 'x');
      // A HEAD would cost what a search by address costs.
      const verbs = Object.keys(item).flatMap((verb) =>
        verb === 'get' && path !== '/v1/search' ? ['GET', 'HEAD'] : [verb.toUpperCase()],
      );
      const allow = [...METHODS.filter((method) => verbs.includes(method)), 'OPTIONS'].join(', ');
      for (const method of [...METHODS.filter((each) => !verbs.includes(each)), 'OPTIONS']) {
        const answer = await caller.send(method, address, undefined);
        expect(contract.faultsOf(method, address, answer)).toEqual([]);
        const { status, headers } = answer;
        expect({ method, address, status, allow: headers.get('Allow') }).toEqual({
          ...{ method, address, status: method === 'OPTIONS' ? 204 : 405, allow },
        });
      }
    }
  });

  it('serves the page and everything that it loads from here', async () => {
    const page = String((await new Caller(target.baseUrl).get('/docs')).body);
    const loaded = [...page.matchAll(/(?:src|href)="(?<address>[^"]+)"/g)].map(
      ({ groups }) => groups?.['address'] ?? '',
    );
    expect(loaded).toHaveLength(5);
    for (const address of loaded) {
      // Relative to /docs, so that a proxy may serve both below a path.
      expect(address).not.toMatch(/^\/|^\w+:/);
      expect((await new Caller(target.baseUrl).get(`/${address}`)).status).toBe(200);
    }
  });
});

function expectAnswer(answer: Answer, { status, fault, body = {}, headers = {}, check }: Expected): void {
  expect(answer.status).toBe(status);
  if (fault)
    expect(answer.body).toMatchObject({ detail: expect.arrayContaining([expect.objectContaining(fault)]) });
  expect(answer.body).toMatchObject(body);
  for (const [name, value] of Object.entries(headers)) {
    const seen = answer.headers.get(name);
    if (value instanceof RegExp) expect(seen).toMatch(value);
    else expect(seen).toBe(value);
  }
  check?.(answer);
}

function mediaOf(at: string, holder: { content?: Record<string, object> } | undefined) {
  return Object.entries(holder?.content ?? {}).map(([type, media]) => ({
    at: `${at}/content/${escapePointer(type)}/schema`,
    examples: Object.values((media as { examples?: Record<string, { value: unknown }> }).examples ?? {}),
  }));
}
