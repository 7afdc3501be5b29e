import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { Served } from '../sides/side.js';

/** What the product says of an asset that no result of a search says. */
const NOT_IN_RESULTS = ['format', 'indexed'];
const IN_COLUMNS = ['asset_id', 'title', 'license', 'score'];

/** Gives the peer the images of the product: vectors from the product's index, columns from its answers. */
export async function fillTable(tableFolder: string, dataDir: string, served: Served): Promise<void> {
  const caller = new Caller(served.baseUrl, served.key);
  const rows: AssetRow[] = [];
  for (const { asset_id, image } of await indexedImages(dataDir)) {
    const { body } = await caller.get(`/v1/asset/${asset_id}`);
    const asset = body as Record<string, unknown>;
    const kept = Object.entries(asset).filter(([name]) => ![...NOT_IN_RESULTS, ...IN_COLUMNS].includes(name));
    rows.push({
      asset_id,
      vector: Float32Array.from(image),
      title: String(asset['title']),
      license: String(asset['license']),
      details: JSON.stringify({ ...Object.fromEntries(kept), duplicates: [] }),
    });
  }
  const database = await connect(tableFolder);
  await database.createTable(TABLE, rows as unknown as Record<string, unknown>[]);
  database.close();
}

async function indexedImages(dataDir: string): Promise<{ asset_id: string; image: Iterable<number> }[]> {
  const database = await connect(join(dataDir, 'retrieval/lancedb'));
  const [name = ''] = await database.tableNames();
  const table = await database.openTable(name);
  const rows = (await table.query().select(['asset_id', 'image']).toArray()) as {
    asset_id: string;
    image: Iterable<number>;
  }[];
  database.close();
  return rows;
}

/** The peer's table. */
export const TABLE = 'images';

/** A row of it: what its answers hold in columns, and the rest as JSON, which is the quickest to read. */
export interface AssetRow {
  asset_id: string;
  vector: Float32Array;
  title: string;
  license: string;
  details: string;
}
