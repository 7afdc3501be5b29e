import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FACET_NAMES, facetRow, snakeCase } from '@imagesearch/facets/facets';
import { FILTERS } from '@imagesearch/facets/filters';
import { contractDocument } from '@imagesearch/gateway/http/openapi/document';
import { COLUMN_INDEXES, LATER_COLUMNS, tableSchema } from '@imagesearch/retrieval/adapters/lancedb/schema';
import { PAYLOAD_INDEXES } from '@imagesearch/retrieval/adapters/qdrant/schema';

const ROOT = join(import.meta.dirname, '../..');

/** Names and types of the fields of one message, as the proto file has them. */
async function fieldsOf(file: string, message: string): Promise<Map<string, string>> {
  const text = await readFile(join(ROOT, 'protos/imagesearch', file), 'utf8');
  const body = new RegExp(`^message ${message} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(text)?.[1] ?? '';
  return new Map(
    [...body.matchAll(/^ {2}((?:optional |repeated )?[\w.]+) (\w+) = \d+;/gm)].map(
      ([, type = '', name = '']) => [name, type],
    ),
  );
}

describe('the table of facets', () => {
  it('has a row for every filter of the wire, and the wire a field for every row', async () => {
    const fields = await fieldsOf('common/v1/common.proto', 'Filters');
    expect([...fields.keys()].toSorted()).toEqual(FILTERS.map(({ contract }) => contract).toSorted());
    for (const { contract, facet } of FILTERS) {
      const { kind, range } = facetRow(facet);
      const number = range?.whole === true ? 'optional uint32' : 'optional double';
      const types = {
        number,
        flag: 'optional bool',
        name: 'repeated string',
        sides: 'repeated string',
        palette: 'optional string',
      };
      expect([contract, fields.get(contract)]).toEqual([contract, types[kind]]);
    }
  });

  it('names the message of the wire that carries the value of each facet', async () => {
    const messages = {
      signals: await fieldsOf('common/v1/common.proto', 'Signals'),
      rights: await fieldsOf('common/v1/common.proto', 'Rights'),
      point: await fieldsOf('retrieval/v1/retrieval.proto', 'Point'),
    };
    for (const name of FACET_NAMES) {
      expect([...messages[facetRow(name).message].keys()]).toContain(snakeCase(name));
    }
  });

  it('has a row for every filter of the published contract, except the orientation that stands for bounds', () => {
    const { components } = contractDocument() as unknown as {
      components: { schemas: { Filters: { properties: object } } };
    };
    expect(Object.keys(components.schemas.Filters.properties).toSorted()).toEqual(
      [...FILTERS.map(({ contract }) => contract), 'orientation'].toSorted(),
    );
  });

  it('has a column and an index in both engines for every facet that drops images', () => {
    const columns = tableSchema({ fingerprint: 'm', dimensions: 2 }).fields.map(({ name }) => name);
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
});
