import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FACET_NAMES, facetRow, snakeCase } from '../src/facets.js';
import { FILTERS } from '../src/filters.js';

const ROOT = join(import.meta.dirname, '../../..');

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
        text: 'optional string',
        tags: 'repeated string',
        date: 'optional string',
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
});
