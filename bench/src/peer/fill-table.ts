import { join } from 'node:path';
import { connect } from '@lancedb/lancedb';
import { Caller } from '@imagesearch/testkit/stack/caller';
import type { Served } from '../sides/side.js';

/** Fields of a result that are columns of the table, or that differ from search to search. */
const NOT_IN_DETAILS = ['asset_id', 'title', 'license', 'score', 'matched'];
const PAGE = 100;

interface Filled {
  /** The product's. */
  dataDir: string;
  /** Of the product's index. */
  vectors: 'caption' | 'image';
  served: Served;
}

/** Gives the peer the images of the product: vectors from the product's index, the rest from results of its searches. */
export async function fillTable(
  tableFolder: string,
  { dataDir, vectors: column, served }: Filled,
): Promise<void> {
  const vectors = await indexedVectors(dataDir, column);
  const rows: AssetRow[] = [];
  for await (const result of allResults(new Caller(served.baseUrl, served.key))) {
    const { asset_id, title, license } = result;
    const vector = vectors.get(asset_id);
    // Photographs without words have none of a caption.
    if (vector === undefined) continue;
    const details = Object.entries(result).filter(([name]) => !NOT_IN_DETAILS.includes(name));
    rows.push({
      asset_id,
      vector: Float32Array.from(vector),
      title,
      license,
      details: JSON.stringify(Object.fromEntries(details)),
    });
  }
  const database = await connect(tableFolder);
  await database.createTable(TABLE, rows as unknown as Record<string, unknown>[]);
  database.close();
}

async function* allResults(caller: Caller) {
  let cursor: string | null | undefined;
  do {
    const page = await caller.search({ k: PAGE, ...(cursor && { cursor }) });
    yield* page.results;
    ({ cursor } = page);
  } while (cursor !== null);
}

async function indexedVectors(
  dataDir: string,
  column: Filled['vectors'],
): Promise<Map<string, Iterable<number>>> {
  const database = await connect(join(dataDir, 'retrieval/lancedb'));
  const [name = ''] = await database.tableNames();
  const table = await database.openTable(name);
  const rows = (await table
    .query()
    .where(`${column} IS NOT NULL`)
    .select(['asset_id', column])
    .toArray()) as ({ asset_id: string } & Record<Filled['vectors'], Iterable<number>>)[];
  database.close();
  return new Map(rows.map((row) => [row.asset_id, row[column]]));
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
