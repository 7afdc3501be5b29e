import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ERRORS } from '../src/http/errors/catalogue.js';
import { FAULT_TYPES } from '../src/http/errors/fault-types.js';
import { PHRASES } from '@imagesearch/brief-parser/phrases';
import { designPage } from '../src/http/openapi/design-page.js';
import { errorPage } from '../src/http/errors/page.js';
import { breakingChanges } from '../src/http/openapi/breaking-changes.js';
import { contractDocument } from '../src/http/openapi/document.js';
import type { JsonObject } from '../src/http/openapi/json.js';

const DOCS = join(import.meta.dirname, '../../../docs');

/** The document with one value changed, added or (undefined) removed. */
function changed(path: readonly string[], value: unknown): JsonObject {
  const copy = structuredClone(contractDocument()) as Record<string, unknown>;
  let holder = copy;
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(holder, last);
  else holder[last] = value;
  return copy as JsonObject;
}

describe('the committed contract', () => {
  it('is what the code generates', async () => {
    expect(JSON.parse(await readFile(join(DOCS, 'openapi.json'), 'utf8'))).toEqual(contractDocument());
  });

  it('lists every phrase of the design', async () => {
    const page = await readFile(join(DOCS, 'design-phrases.md'), 'utf8');
    expect(page).toBe(designPage());
    expect(page.match(/^\| `/gm)).toHaveLength(PHRASES.length);
  });

  it('lists every error and every fault', async () => {
    const page = await readFile(join(DOCS, 'errors.md'), 'utf8');
    expect(page).toBe(errorPage());
    for (const code of [...Object.keys(ERRORS), ...Object.keys(FAULT_TYPES)])
      expect(page).toContain(`\`${code}\``);
  });
});

describe('a change of the contract', () => {
  const document = contractDocument();
  const search = ['paths', '/v1/search', 'post'];
  const schema = (name: string, ...field: string[]) => ['components', 'schemas', name, ...field];
  const orientation = schema('Filters', 'properties', 'orientation', 'enum');
  const answer = [...search, 'responses', '200', 'content', 'application/json'];
  const luminance = schema('Signals', 'properties', 'luminance', 'anyOf');
  const queryLength = schema('SearchRequest', 'properties', 'query', 'maxLength');

  it.each<[string, string[], unknown, RegExp]>([
    ['drops a path', ['paths', '/v1/warm'], undefined, /\/v1\/warm is gone/],
    ['drops a method', search, undefined, /POST \/v1\/search is gone/],
    ['drops a status', [...search, 'responses', '402'], undefined, /status 402 is gone/],
    [
      'drops a header',
      [...search, 'responses', '200', 'headers', 'X-Credits-Charged'],
      undefined,
      /X-Credits-Charged/,
    ],
    [
      'drops a field of an answer',
      schema('Result', 'properties', 'title'),
      undefined,
      /Result\.title is gone/,
    ],
    [
      'lets a field of an answer be absent',
      schema('Asset', 'required'),
      ['title'],
      /Asset\.file may be absent now/,
    ],
    ['changes a type', schema('Result', 'properties', 'score', 'type'), 'string', /score: its type/],
    [
      'requires a field of a request',
      schema('SearchRequest', 'required'),
      ['query'],
      /query became required/,
    ],
    [
      'drops a field of a request',
      schema('SearchRequest', 'properties', 'k'),
      undefined,
      /SearchRequest\.k is gone/,
    ],
    ['refuses a value', orientation, ['landscape', 'portrait'], /"square" is refused/],
    ['tightens a bound', queryLength, 10, /maxLength became 10/],
    [
      'asks for another form',
      schema('SimilarRequest', 'properties', 'asset_id', 'pattern'),
      '^x$',
      /its pattern changed/,
    ],
    [
      'answers with another schema',
      [...answer, 'schema', '$ref'],
      '#/components/schemas/Asset',
      /another schema/,
    ],
    ['may answer something else', luminance, [{ type: 'string' }, { type: 'null' }], /may be .*string/],
    [
      'requires a parameter',
      ['components', 'parameters', 'Variant', 'required'],
      true,
      /query v became required/,
    ],
    [
      'requires a key',
      ['paths', '/v1/pricing', 'get', 'security'],
      [{ ApiKey: [] }],
      /a key became required/,
    ],
  ])('that %s breaks clients', (_name, path, value, expected) => {
    expect(breakingChanges(document, changed(path, value)).join('\n')).toMatch(expected);
  });

  it.each<[string, string[], unknown]>([
    ['changes nothing', ['openapi'], '3.1.0'],
    ['adds a path', ['paths', '/v1/new'], {}],
    ['adds a status', [...search, 'responses', '418'], { description: 'Too many.' }],
    ['adds a field to an answer', schema('Result', 'properties', 'extra'), { type: 'string' }],
    ['adds a choice to a request', schema('SearchRequest', 'properties', 'extra'), { type: 'string' }],
    ['takes a value more', orientation, ['landscape', 'portrait', 'square', 'panorama']],
    ['loosens a bound', queryLength, 2000],
    ['words it better', [...search, 'description'], 'Better.'],
  ])('that %s breaks nobody', (_name, path, value) => {
    expect(breakingChanges(document, changed(path, value))).toEqual([]);
  });
});
