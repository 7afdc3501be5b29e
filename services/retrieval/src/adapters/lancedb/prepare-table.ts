import type { Table } from '@lancedb/lancedb';
import { targetsOf, type IndexedModel } from '../../domain/vector-index.js';
import { annIndex } from './index-policy.js';
import { COLUMN_INDEXES, LATER_COLUMNS } from './schema.js';

/** Runs before any data and at each start, because a crash may have interrupted the creation of indexes. */
export async function prepareTable(table: Table): Promise<void> {
  const present = new Set((await table.schema()).fields.map(({ name }) => name));
  const missing = LATER_COLUMNS.filter(({ name }) => !present.has(name));
  if (missing.length > 0) await table.addColumns(missing);
  const indexed = await indexedColumns(table);
  for (const [column, config] of Object.entries(COLUMN_INDEXES)) {
    if (!indexed.has(column)) await table.createIndex(column, { config: config() });
  }
}

/** Columns with few vectors are scanned: many points may have no caption. */
export async function createMissingAnnIndexes(
  table: Table,
  model: IndexedModel,
  vectorsMin: number,
): Promise<void> {
  const indexed = await indexedColumns(table);
  for (const column of targetsOf(model)) {
    if (indexed.has(column)) continue;
    const vectors = await table.countRows(`${column} IS NOT NULL`);
    if (vectors >= vectorsMin) await table.createIndex(column, { config: annIndex(vectors) });
  }
}

export async function hasAnnIndex(table: Table): Promise<boolean> {
  return (await indexedColumns(table)).has('image');
}

async function indexedColumns(table: Table): Promise<Set<string>> {
  return new Set((await table.listIndices()).flatMap(({ columns }) => columns));
}
