import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { findSimilarImages, filtersSchema, searchImages, useSchema } from '../src/tools/search-images.js';

interface Schema {
  properties: Record<string, { type?: string; enum?: string[]; items?: { enum?: string[] } }>;
}
const { components } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };

const contractOf = (name: string) => components.schemas[name]?.properties ?? {};
/** The part of a property that a caller must get right. */
const essence = ({ type, enum: values, items }: Schema['properties'][string]) => ({
  type,
  values: values ?? items?.enum,
});
/** Fields that only a tool has, and fields of the contract that a model has no use for. */
const TOOL_ONLY = ['thumbnails'];
const NOT_FOR_MODELS = ['image_base64', 'exact', 'facets'];

describe('what the tools take', () => {
  it.each([
    ['Filters', filtersSchema],
    ['Use', useSchema],
  ])('has the %s of the contract, with their types and values', (name, schema) => {
    const described = (z.toJSONSchema(schema) as unknown as Schema).properties;
    const ours = Object.entries(described).map(([field, property]) => [field, essence(property)]);
    const contract = Object.entries(contractOf(name)).map(([field, property]) => [field, essence(property)]);
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(contract));
  });

  it.each([
    [searchImages, 'SearchRequest'],
    [findSimilarImages, 'SimilarRequest'],
  ] as const)('are fields of the contract (%#)', (tool, request) => {
    const ours = Object.keys(tool.input.shape).filter((name) => !TOOL_ONLY.includes(name));
    const contract = Object.keys(contractOf(request)).filter((name) => !NOT_FOR_MODELS.includes(name));
    expect(ours.sort()).toEqual(contract.sort());
  });
});
