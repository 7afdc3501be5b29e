import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonExcess, type JsonBounds } from '../src/http/json.js';

const BOUNDS: JsonBounds = { depthMax: 4, valuesMax: 10, textBytesMax: 100, longField: 'image' };
const excessOf = (json: string, bounds: Partial<JsonBounds> = {}) =>
  jsonExcess(Buffer.from(json), { ...BOUNDS, ...bounds });
const long = (unit: string, bytes = 1_000) => unit.repeat(bytes / Buffer.byteLength(unit));

describe('the bounds on JSON before it is parsed', () => {
  it.each([
    ['quotes', '"[[[[[\\"[[[[["'],
    ['backslashes before the last quote', '["\\\\","[[[[[","\\\\"]'],
    ['commas', '",,,,,,,,,,,,"'],
    ['letters of many bytes', '"漢字[[[[[🎾"'],
  ])('do not count characters inside a text as structure: %s', (_name, json) => {
    expect(excessOf(json)).toBeNull();
  });

  it('let only the long field be long', () => {
    expect(excessOf(`{"query":"a", "image" :  "${long('A')}", "k":1}`)).toBeNull();
    expect(excessOf(`{"image":"${long('A/+=')}"}`)).toBeNull();
    for (const json of [
      `{"query":"${long('A')}"}`,
      `{"${long('A')}":1}`,
      `"${long('A')}"`,
      `["image","${long('A')}"]`,
      `{"image":["${long('A')}"]}`,
      `{"k":${long('1')}}`,
      `{"k":1}${long(' ')}`,
      `{"image":"a"${long(' ')}}`,
    ]) {
      expect({ json: json.slice(0, 20), excess: excessOf(json) }).toEqual({
        json: json.slice(0, 20),
        excess: 'text_bytes',
      });
    }
  });

  it.each([
    ['quotes', '\\"'],
    ['backslashes', '\\\\'],
    ['other letters', 'é'],
  ])('refuse a long field with characters that base64 does not have: %s', (_name, unit) => {
    expect(excessOf(`{"image":"${long(unit)}"}`)).toBe('text_bytes');
    expect(excessOf(`{"image":"${long(unit, 50)}"}`)).toBeNull();
  });

  it.each(['', '"', '"\\', '{"a', '{"a":"\\"', '[}]', ']]]]', '\u0000'])('read %j to its end', (json) => {
    expect(excessOf(json)).toBeNull();
  });

  it('count depth and values as a parser does, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const { depth, values } = measured(value);
        const json = JSON.stringify(value, null, 1);
        const open = { textBytesMax: 1e6, depthMax: depth, valuesMax: Infinity };
        expect(excessOf(json, open)).toBeNull();
        if (depth > 0) expect(excessOf(json, { ...open, depthMax: depth - 1 })).toBe('depth');
        // An empty array or object counts for one more.
        expect(excessOf(json, { ...open, valuesMax: 2 * values })).toBeNull();
        if (values > 1) expect(excessOf(json, { ...open, valuesMax: values - 1 })).toBe('values');
      }),
    );
  });
});

function measured(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 1 };
  const inner = Object.values(value).map(measured);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: inner.reduce((sum, { values }) => sum + values, 1),
  };
}
