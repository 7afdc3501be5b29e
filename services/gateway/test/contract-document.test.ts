import { expect, it } from '@jest/globals';
import express from 'express';
import { contractDocument, servedContract } from '../src/contract/document.js';
import { contractRoute } from '../src/contract/routes.js';
import { loadConfig } from '../src/config.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const url = 'https://docs.example.com/search/';
const app = express();
const PUBLIC_BASE_URL = 'https://example.com/images/';
for (const [path, env] of Object.entries({
  '/plain': {},
  '/linked': { DOCS_URL: url },
  '/public': { PUBLIC_BASE_URL },
}))
  app.get(path, contractRoute(servedContract(loadConfig(env))));
const server = httpServerForAll(app);

/** Every schema in a part of the document, with its place. Names of fields, and examples, are none. */
function schemasIn(part: unknown, place: string): [place: string, schema: Record<string, unknown>][] {
  if (typeof part !== 'object' || part === null) return [];
  const inner = Object.entries(part).flatMap(([name, one]) =>
    name === 'examples' || name === 'example' ? [] : schemasIn(one, `${place}/${name}`),
  );
  return /\/(properties|schemas)$/.test(place) ? inner : [[place, part as Record<string, unknown>], ...inner];
}

it('the contract has no schema that generators of clients stumble over', () => {
  const faults = schemasIn(contractDocument(), '').flatMap(([place, schema]) => {
    const types = [schema['type']].flat();
    const isMixed = types.length > 1 && !(types.length === 2 && types[1] === 'null');
    const isUnnamed = 'anyOf' in schema && !/^\/components\/schemas\/\w+$/.test(place);
    const isSetByItself = 'default' in schema || 'const' in schema;
    return types[0] === 'null' || isMixed || isUnnamed || isSetByItself ? [place] : [];
  });
  expect(faults).toEqual([]);
});

it('no schema of the contract has the name that Go gives to the constructor of another', () => {
  const { components } = contractDocument() as unknown as { components: { schemas: object } };
  const names = Object.keys(components.schemas);
  expect(names.filter((name) => names.includes(name.replace(/^New/, '')) && name.startsWith('New'))).toEqual(
    [],
  );
});

it('the served contract links the documentation that the operator publishes, and nothing without one', async () => {
  const served = async (path: string) => (await fetch(server.url + path)).json();
  expect(await served('/plain')).toEqual(contractDocument());
  expect(await served('/linked')).toMatchObject({ externalDocs: { url } });
});

it('the served contract says where callers reach the service, with the path below which a proxy serves it', async () => {
  const served = await (await fetch(`${server.url}/public`)).json();
  expect(served).toMatchObject({ servers: [{ url: 'https://example.com/images' }] });
});
