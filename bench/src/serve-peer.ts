import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { env, pipeline } from '@huggingface/transformers';
import { connect } from '@lancedb/lancedb';
import express from 'express';
import type { Served } from './sides.js';

const [home = ''] = process.argv.slice(2);
const RESULTS = 10;
const KEEP_ALIVE_MS = 65_000;

/** What its answers hold in columns, and the rest as JSON, which is the quickest to read. */
interface Row {
  asset_id: string;
  vector: Float32Array;
  title: string;
  license: string;
  details: string;
}

/**
 * What a developer would write instead of the product: one route, one model, one table. It takes the same body and answers
 * in the same shape, and knows neither keys, limits, credits, words, spelling nor reranking.
 */
async function main(): Promise<void> {
  const encode = await openEncoder();
  const table = await (await connect(join(home, 'table'))).createTable('images', await rowsOf(encode));
  const app = express();
  app.use(express.json());
  app.post('/v1/search', async (request, response) => {
    const { query, k = RESULTS } = request.body as { query?: unknown; k?: number };
    if (typeof query !== 'string') {
      response.status(422).json({ detail: 'Expected a query.' });
      return;
    }
    const startedAt = performance.now();
    const vector = await encode(query);
    const encodedAt = performance.now();
    const rows = (await table
      .vectorSearch(vector)
      .distanceType('cosine')
      .select(['asset_id', 'title', 'license', 'details', '_distance'])
      .limit(k)
      .toArray()) as (Omit<Row, 'vector'> & { _distance: number })[];
    const endedAt = performance.now();
    response.json({
      query_id: `q_${randomUUID().replaceAll('-', '')}`,
      query,
      input_modality: 'text',
      count: rows.length,
      strong_count: null,
      strong_score: null,
      reachable: rows.length,
      cursor: null,
      latency_ms: Math.round(endedAt - startedAt),
      timing_ms: {
        encode: Math.round(encodedAt - startedAt),
        retrieve: Math.round(endedAt - encodedAt),
      },
      mode: 'text',
      ranking: 'none',
      pool_size: rows.length,
      reranked: 0,
      backend: 'lancedb',
      results: rows.map(({ asset_id, title, license, details, _distance }) => {
        const score = 1 - _distance / 2;
        return { ...(JSON.parse(details) as object), asset_id, score, matched: ['meaning'], title, license };
      }),
    });
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ baseUrl: `http://127.0.0.1:${port}`, key: '' } satisfies Served);
  });
  // The turns of the other side are longer than the 5 s after which Node closes an idle connection.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  process.once('disconnect', () => process.exit(0));
}

type Encode = (text: string) => Promise<Float32Array>;

/** As the library's examples have it. */
async function openEncoder(): Promise<Encode> {
  env.allowRemoteModels = false;
  env.localModelPath = home;
  const extract = await pipeline('feature-extraction', 'encoder', { dtype: 'q8' });
  return async (text) => {
    const { data } = (await extract(text, { pooling: 'mean', normalize: true })) as { data: Float32Array };
    return data;
  };
}

/** The product's images, each with the vector of its title. */
async function rowsOf(encode: Encode): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(home, 'images.json'), 'utf8');
  const rows: Record<string, unknown>[] = [];
  for (const image of JSON.parse(text) as Omit<Row, 'vector' | 'details'>[]) {
    const { asset_id, title, license } = image;
    rows.push({ asset_id, vector: await encode(title), title, license, details: JSON.stringify(image) });
  }
  return rows;
}

await main();
