import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { basename, dirname } from 'node:path';
import { AutoTokenizer, CLIPTextModelWithProjection, env, pipeline } from '@huggingface/transformers';
import { connect } from '@lancedb/lancedb';
import express from 'express';
import type { Served } from '../sides/side.js';
import { TABLE, type AssetRow } from './fill-table.js';

/** `bert`: the mean of a text's token states. `clip`: the text tower of CLIP. */
export type EncoderKind = 'bert' | 'clip';

const [kind = '', modelFolder = '', tableFolder = ''] = process.argv.slice(2);
const RESULTS = 10;
const KEEP_ALIVE_MS = 65_000;

/**
 * What a developer would write instead of the product: one route, one model, one table. It takes the same body and answers
 * in the same shape, and knows neither keys, limits, credits, words, spelling nor reranking.
 */
async function main(): Promise<void> {
  const encode = await openEncoder();
  const table = await (await connect(tableFolder)).openTable(TABLE);
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
      .toArray()) as FoundRow[];
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
      results: rows.map(resultOf),
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

type FoundRow = Omit<AssetRow, 'vector'> & { _distance: number };

function resultOf({ asset_id, title, license, details, _distance }: FoundRow): object {
  const score = 1 - _distance / 2;
  return { asset_id, score, matched: ['meaning'], title, license, ...(JSON.parse(details) as object) };
}

/** As the library's examples have it. */
async function openEncoder(): Promise<(text: string) => Promise<Float32Array>> {
  env.allowRemoteModels = false;
  env.localModelPath = dirname(modelFolder);
  if (kind === 'clip') {
    const tokenizer = await AutoTokenizer.from_pretrained(basename(modelFolder));
    const tower = await CLIPTextModelWithProjection.from_pretrained(basename(modelFolder), { dtype: 'q8' });
    return async (text) => {
      const inputs = tokenizer([text], { padding: true, truncation: true });
      const { text_embeds } = (await tower(inputs)) as { text_embeds: { data: Float32Array } };
      return text_embeds.data;
    };
  }
  const extract = await pipeline('feature-extraction', basename(modelFolder), { dtype: 'q8' });
  return async (text) => {
    const { data } = (await extract(text, { pooling: 'mean', normalize: true })) as { data: Float32Array };
    return data;
  };
}

await main();
