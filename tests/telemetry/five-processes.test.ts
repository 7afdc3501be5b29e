import { join } from 'node:path';
import { Client, credentials } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from '@jest/globals';
import { serviceDefinition } from '@imagesearch/contracts/clients';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { newAuthority, writeTlsFiles } from '@imagesearch/testkit/network/certificates';
import { startFiveProcesses, hostOf, newProcessStack } from '@imagesearch/testkit/processes/process-stack';
import { until } from '@imagesearch/testkit/processes/until';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { documentedMetrics, metricsOf, namedMetrics } from './named-metrics.js';
import { TraceCollector, type CollectedSpan } from './trace-collector.js';

const QUERY = 'red ball';
const SPANS_OF_A_SEARCH = [
  'gateway: POST /v1/search',
  'gateway: postgres SELECT',
  'gateway: search encode',
  'gateway: search retrieve',
  'gateway: search hydrate',
  'gateway: search rerank',
  'gateway: embedding/EmbedTexts',
  'embedding: embedding/EmbedTexts',
  'retrieval: retrieval/SearchPoints',
  'retrieval: lancedb retrieve',
  'rights: rights/GetAssets',
  'rights: postgres SELECT',
  'reranker: reranker/Rerank',
];
const redisUrl = found(ENGINES.redis);

const certificates = folderOfSuite();
const authority = await newAuthority();
const collector = await TraceCollector.open();
const stack = await newProcessStack();
const { metricsUrls, baseUrl, caller, services } = await startFiveProcesses(stack, async (name) => ({
  // For the name under which the others know the service.
  ...(await writeTlsFiles(join(certificates, name), await authority.issue([`${name}.test`]), authority)),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '200',
  ...(name === 'gateway' && { LOG_LEVEL: 'info' }),
  ...(name === 'gateway' && redisUrl !== undefined && { REDIS_URL: redisUrl }),
}));
const { gateway } = services;
afterAll(async () => {
  await stack.stop();
  collector.close();
});
await until(async () => (await fetch(`${gateway.address}/status`)).ok);

/** The services as they are deployed: each a process, with certificates, metrics and an exporter of traces. */
describe('five processes that know each other by certificates', () => {
  const traceOf = (root: CollectedSpan): CollectedSpan[] =>
    collector.spans.filter(({ traceId }) => traceId === root.traceId);

  const isWhole = (spans: readonly CollectedSpan[]): boolean =>
    spans.every(
      ({ parentSpanId = '' }) => parentSpanId === '' || spans.some(({ spanId }) => spanId === parentSpanId),
    );

  it('one search is one trace through all of them and their stores, and one event in the log', async () => {
    const { results } = await caller.search({ query: QUERY, k: 1 });
    expect(results).toHaveLength(1);

    // Each process sends its spans in its own time.
    const trace = await until(() => {
      const root = collector.spans.find(({ name }) => name === 'POST /v1/search');
      const spans = root === undefined ? [] : traceOf(root);
      const names = new Set(spans.map(({ service, name }) => `${service}: ${name}`));
      return Promise.resolve(SPANS_OF_A_SEARCH.every((name) => names.has(name)) && isWhole(spans) && spans);
    });
    expect(trace.filter(({ parentSpanId = '' }) => parentSpanId === '')).toHaveLength(1);

    const events = gateway.output
      .split('\n')
      .filter((line) => line.includes('"msg":"request"') && line.includes('/v1/search'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events).toHaveLength(1);
    const [event = {}] = events;
    expect(event).toMatchObject({
      traceId: trace[0]?.traceId,
      status: 200,
      results: 1,
      charged: 1,
      modality: 'text',
      plan: 'custom',
    });
    expect(event['requestId']).toMatch(/^req_/);
    expect(Object.keys(event['timingMs'] as object)).toEqual(expect.arrayContaining(['encode', 'retrieve']));
  }, 120_000);

  it('neither traces nor logs hold the words, the key or the image of a caller', async () => {
    await caller.search({ query: 'a most unusual wish', k: 1 });
    await caller.post('/v1/search', { query: 'a most unusual wish', k: 'many' });
    await fetch(`${baseUrl}/v1/search?query=a+most+unusual+wish`, {
      headers: { 'X-API-Key': 'isk_live_a-most-unusual-key' },
    });
    const before = collector.spans.length;
    await until(() => Promise.resolve(collector.spans.length > before));
    for (const text of [gateway.output, collector.received]) {
      expect(text).not.toMatch(/unusual/);
      expect(text).not.toContain(stack.key);
    }
  }, 60_000);

  it('a caller decides neither the id of a trace nor whether it is recorded', async () => {
    const foreign = 'ab'.repeat(16);
    await fetch(`${baseUrl}/v1/pricing`, {
      headers: { traceparent: `00-${foreign}-${'cd'.repeat(8)}-00` },
    });
    const span = await until(() =>
      Promise.resolve(collector.spans.find(({ name }) => name === 'GET /v1/pricing')),
    );
    expect(span.traceId).not.toBe(foreign);
    expect(collector.received).toContain(foreign);
  }, 60_000);

  it('a process without a certificate reaches none of them', async () => {
    const target = `${hostOf(0)}:${stack.portOf('rights')}`;
    const method = serviceDefinition('rights').CountAssets;
    for (const channel of [credentials.createInsecure(), credentials.createSsl()]) {
      const client = new Client(target, channel);
      const error = await new Promise((resolve) => {
        client.makeUnaryRequest(
          method.path,
          method.requestSerialize,
          (bytes: Buffer) => bytes,
          { approximate: true },
          { deadline: Date.now() + 5_000 },
          resolve,
        );
      });
      client.close();
      expect(error).toBeInstanceOf(Error);
    }
  }, 30_000);

  it('each shows its metrics, all that dashboards and alerts name, and none that the documentation lacks', async () => {
    const exposed = new Set<string>();
    for (const [service, url] of Object.entries(metricsUrls)) {
      const page = await (await fetch(url)).text();
      expect(page).toContain(`service="${service}"`);
      for (const name of metricsOf(page)) exposed.add(name);
    }
    // Those of a worker, which the test of the queue checks.
    const named = [...namedMetrics()].filter((name) => !name.startsWith('ingest_'));
    expect(named.filter((name) => !exposed.has(name))).toEqual([]);
    const ofNode = /^(?:nodejs|process)_/;
    const documented = documentedMetrics().filter((name) => !name.startsWith('ingest_'));
    expect([...exposed].filter((name) => !ofNode.test(name)).sort()).toEqual(documented.sort());
  });

  it('end cleanly on a signal', async () => {
    for (const [name, service] of Object.entries(services).reverse())
      expect([name, await service.stop('SIGTERM')]).toEqual([name, 0]);
  });
});
