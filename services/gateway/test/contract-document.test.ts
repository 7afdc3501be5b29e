import { expect, it } from '@jest/globals';
import express from 'express';
import { contractDocument, servedContract } from '../src/contract/document.js';
import { contractRoute } from '../src/contract/routes.js';
import { loadConfig } from '../src/config.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const url = 'https://docs.example.com/search/';
const app = express();
for (const [path, env] of Object.entries({ '/plain': {}, '/linked': { DOCS_URL: url } }))
  app.get(path, contractRoute(servedContract(loadConfig(env))));
const server = httpServerForAll(app);

it('the served contract links the documentation that the operator publishes, and nothing without one', async () => {
  const served = async (path: string) => (await fetch(server.url + path)).json();
  expect(await served('/plain')).toEqual(contractDocument());
  expect(await served('/linked')).toMatchObject({ externalDocs: { url } });
});
