import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from '@jest/globals';
import { describeWithHelm, manifestsOf, render, renderAgainst, valuesOf } from './support/helm.js';

const AUTOSCALED = [
  'gateway.autoscaling.enabled=true',
  'gateway.autoscaling.minReplicas=3',
  'gateway.autoscaling.maxReplicas=6',
];

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

describeWithHelm('an upgrade', () => {
  it.each([
    ['keeps the replicas that an autoscaled service has', 4, 4],
    ['that turns autoscaling on goes up to its minimum', 1, 3],
    ['goes down to its maximum', 9, 6],
  ])('%s', async (_what, running, expected) => {
    const rendered = await renderAgainst(await clusterWith(running), ...valuesOf('small', ...AUTOSCALED));
    expect(replicasOf(rendered)).toBe(expected);
  });

  it('leaves the replicas to the HPA where nothing is known of the cluster', () => {
    expect(replicasOf(manifestsOf(render(...valuesOf('small', ...AUTOSCALED))))).toBeUndefined();
  });

  it('sets the replicas of the values without autoscaling', async () => {
    expect(replicasOf(await renderAgainst(await clusterWith(4), ...valuesOf('small')))).toBe(1);
  });
});

describeWithHelm('helm test', () => {
  it.each([
    ['searches with the key of a secret', 200, 0],
    ['fails where a search does', 503, 1],
  ])('%s', async (_what, status, code) => {
    const asked: unknown[] = [];
    const url = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        const { 'x-api-key': key } = request.headers;
        asked.push({ method: request.method, url: request.url, key, body: JSON.parse(body) as unknown });
        response.writeHead(status).end('{"results":[]}');
      });
    });
    const pod = manifestsOf(render(...valuesOf('production'))).find(({ kind }) => kind === 'Pod');
    const [{ command: [, ...args] = [] } = {}] = pod?.spec['containers'] as { command?: string[] }[];
    const env = { ...process.env, GATEWAY_URL: url, API_KEY_FILE: fileWith('is_test_key\n') };
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

function replicasOf(rendered: ReturnType<typeof manifestsOf>): unknown {
  const gateway = rendered.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'demo-gateway',
  );
  if (gateway === undefined) throw new Error('the chart renders no gateway');
  return gateway.spec['replicas'];
}

/** The kinds that the chart makes, by their groups. */
const KINDS: Record<string, string[]> = {
  'apps/v1': ['Deployment', 'StatefulSet'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['Job'],
  'networking.k8s.io/v1': ['NetworkPolicy'],
  'policy/v1': ['PodDisruptionBudget'],
  v1: ['Service'],
};

/** What an API server answers to Helm and to the only question of the chart. Its decisions are those of infra/helm/verify.sh. */
async function clusterWith(replicas: number): Promise<string> {
  const groups = Object.keys(KINDS)
    .map((groupVersion) => ({ groupVersion, parts: groupVersion.split('/') }))
    .filter(({ parts }) => parts.length === 2)
    .map(({ groupVersion, parts: [name, version] }) => ({ name, versions: [{ groupVersion, version }] }));
  const answers: Record<string, unknown> = {
    '/version': { major: '1', minor: '34', gitVersion: 'v1.34.0' },
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': { kind: 'APIGroupList', groups },
    '/apis/apps/v1/namespaces/default/deployments/demo-gateway': {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: 'demo-gateway',
        labels: { 'app.kubernetes.io/managed-by': 'Helm' },
        annotations: {
          'meta.helm.sh/release-name': 'demo',
          'meta.helm.sh/release-namespace': 'default',
        },
      },
      spec: { replicas },
    },
  };
  for (const [groupVersion, kinds] of Object.entries(KINDS)) {
    const resources = kinds.map((kind) => ({
      name: `${kind.toLowerCase()}s`,
      kind,
      namespaced: true,
      verbs: ['get'],
    }));
    answers[`/${groupVersion === 'v1' ? 'api' : 'apis'}/${groupVersion}`] = {
      kind: 'APIResourceList',
      groupVersion,
      resources,
    };
  }
  const url = await serve(({ url: path = '' }, response) => {
    const answer = answers[path.split('?')[0] ?? ''];
    response
      .writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer ?? { kind: 'Status', status: 'Failure', reason: 'NotFound', code: 404 }));
  });
  return fileWith(
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server: url } }],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'c',
    }),
  );
}

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function fileWith(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'chart-')), 'file');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
