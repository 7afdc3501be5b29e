import { expect, test } from '@jest/globals';
import { FACET_NAMES, facetRow, snakeCase } from '@imagesearch/facets/facets';
import { COLUMN_INDEXES, LATER_COLUMNS, tableSchema } from '../src/index/lancedb/schema.js';
import { PAYLOAD_INDEXES } from '../src/index/qdrant/schema.js';

test('the table of facets has a column and an index in both engines for every facet that drops images', () => {
  const columns = tableSchema({
    fingerprint: 'm',
    dimensions: { image: 2, caption: 2, sight: 0 },
  }).fields.map(({ name }) => name);
  const payloads = PAYLOAD_INDEXES.map(([field]) => field);
  for (const name of FACET_NAMES) {
    const column = snakeCase(name);
    const isIndexed = facetRow(name).kind !== 'palette';
    expect(columns).toContain(column);
    expect([column, column in COLUMN_INDEXES, payloads.includes(column)]).toEqual([
      column,
      isIndexed,
      isIndexed,
    ]);
  }
  expect(columns).toEqual(expect.arrayContaining(LATER_COLUMNS.map(({ name }) => name)));
});
