import { Index, type Table } from '@lancedb/lancedb';
import { COLUMN_INDEXES } from './schema.js';
import { type IndexedModel, targetsOf } from '../model.js';

/** When the embedded engine builds an approximate index, and how long it keeps replaced versions. */
export interface IndexPolicy {
  /** Below it a scan takes a few milliseconds. The index makes a filtered search up to ten times as fast. */
  annPointsMin: number;
  /** A running search may still read a replaced version; every search ends within this time. */
  versionRetentionMs: number;
  /** Of the vectors of an index that is searched in memory; 0 leaves every search to the engine. */
  memoryBytesMax: number;
}

export const INDEX_POLICY: IndexPolicy = {
  annPointsMin: 20_000,
  versionRetentionMs: 60_000,
  memoryBytesMax: 64 * 1024 * 1024,
};

/** How many points are searched in memory: without a vector index the engine compares every vector as well. */
export function residentPointsMax(
  { annPointsMin, memoryBytesMax }: IndexPolicy,
  model: IndexedModel,
): number {
  const numbers = targetsOf(model).reduce((sum, target) => sum + model.dimensions[target], 0);
  return Math.min(annPointsMin - 1, Math.floor(memoryBytesMax / (BYTES_OF_NUMBER * numbers)));
}

const BYTES_OF_NUMBER = Float32Array.BYTES_PER_ELEMENT;

/** One bit a dimension (RaBitQ: Gao and Long, SIGMOD 2024), in groups, so that a million points are 64 MB to read. */
function annIndex(points: number): Index {
  const numPartitions = Math.min(GROUPS_MAX, Math.round(Math.sqrt(points)));
  return Index.ivfRq({ distanceType: 'cosine', numPartitions, numBits: 1 });
}

/** A search visits all groups. With a thousand, it took half as long again at a million points. */
const GROUPS_MAX = 256;

/** Runs before any data and at each start, because a crash may have interrupted the creation of indexes. */
export async function prepareTable(table: Table): Promise<void> {
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

async function indexedColumns(table: Table): Promise<Set<string>> {
  return new Set((await table.listIndices()).flatMap(({ columns }) => columns));
}
