import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findSimilarImages, searchImages } from '../src/tools/search-images.js';
import { described } from '../src/tools/tool.js';

interface Schema {
  properties: Record<string, unknown>;
}
const { components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };

const contractOf = (name: string) => components.schemas[name]?.properties ?? {};
/** Fields that only a tool has, and fields of the contract that a model has no use for. */
const TOOL_ONLY = ['thumbnails'];
const NOT_FOR_MODELS = ['image_base64', 'exact', 'facets'];

it.each([
  [searchImages, 'SearchRequest'],
  [findSimilarImages, 'SimilarRequest'],
] as const)(
  'a tool takes the fields of the contract, with its filters and purposes (%#)',
  (tool, request) => {
    const ours = Object.keys(tool.input.shape).filter((name) => !TOOL_ONLY.includes(name));
    const contract = Object.keys(contractOf(request)).filter((name) => !NOT_FOR_MODELS.includes(name));
    expect(ours.sort()).toEqual(contract.sort());
    const { Filters: filters, Use: use } = components.schemas;
    expect(described(tool).inputSchema).toMatchObject({ properties: { filters, use } });
  },
);
