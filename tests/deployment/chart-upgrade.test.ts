import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { chart, describeWithHelm, objectsIn, podsIn, render, valuesOf } from './support/helm.js';

const AUTOSCALED = ['enabled=true', 'minReplicas=3', 'maxReplicas=6'].map(
  (value) => `gateway.autoscaling.${value}`,
);

let answer: RequestListener;
const server = httpServerForAll((request, response) => answer(request, response));
const folder = folderOfSuite();

describeWithHelm('an upgrade', () => {
  it.each([
    ['keeps the replicas that an autoscaled service has', AUTOSCALED, 4, 4],
    ['that turns autoscaling on goes up to its minimum', AUTOSCALED, 1, 3],
    ['goes down to its maximum', AUTOSCALED, 9, 6],
    [
      'leaves the replicas to the HPA where nothing is known of the cluster',
      AUTOSCALED,
      undefined,
      undefined,
    ],
    ['sets the replicas of the values without autoscaling', [], 4, 1],
  ])('%s', async (_what, values, running, expected) => {
    const known: string[] = [];
    if (running !== undefined) {
      answer = clusterWith(running);
      known.push('--dry-run=server', '--disable-openapi-validation', `--kube-apiserver=${server.url}`);
    }
    const rendered = objectsIn(await render([...valuesOf('small', ...values), ...known]));
    expect(rendered['Deployment demo-gateway']?.spec['replicas']).toBe(expected);
  });
});

describeWithHelm('helm test', () => {
  it.each([
    ['searches with the key of a secret', 200, 0],
    ['fails where a search does', 503, 1],
  ])('%s', async (_what, status, code) => {
    const asked: unknown[] = [];
    answer = (request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { 'x-api-key': key } = request.headers;
        asked.push({ method: request.method, url: request.url, key, body: JSON.parse(body) as unknown });
        response.writeHead(status).end('{"results":[]}');
      });
    };
    const pod = (await chart('production'))['Pod demo-test'];
    const [, ...args] = podsIn(pod ? [pod] : [])[0]?.containers[0]?.command ?? [];
    const key = join(folder, 'key');
    writeFileSync(key, 'is_test_key\n');
    const env = { ...process.env, GATEWAY_URL: server.url, API_KEY_FILE: key };
    const run = await promisify(execFile)(process.execPath, args, { env }).then(
      () => 0,
      (error: unknown) => (error as { code: number }).code,
    );
    expect(run).toBe(code);
    expect(asked).toEqual([
      { method: 'POST', url: '/v1/search', key: 'is_test_key', body: { query: 'a house', k: 1 } },
    ]);
  });
});

/** What an API server answers to Helm and to the only question of the chart. */
function clusterWith(replicas: number): RequestListener {
  const resource = { name: 'deployments', kind: 'Deployment', namespaced: true, verbs: ['get'] };
  const versions = [{ groupVersion: 'apps/v1', version: 'v1' }];
  const answers: Record<string, object> = {
    '/version': { major: '1', minor: '34', gitVersion: 'v1.34.0' },
    '/api': { kind: 'APIVersions', versions: [] },
    '/apis': { kind: 'APIGroupList', groups: [{ name: 'apps', versions }] },
    '/apis/apps/v1': { kind: 'APIResourceList', groupVersion: 'apps/v1', resources: [resource] },
    '/apis/apps/v1/namespaces/default/deployments/demo-gateway': {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'demo-gateway' },
      spec: { replicas },
    },
  };
  return ({ url: path = '' }, response) => {
    const found = answers[path.split('?')[0] ?? ''];
    const status = { kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 };
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(found ?? status));
  };
}
