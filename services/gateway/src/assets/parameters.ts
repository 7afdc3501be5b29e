import { z } from 'zod';
import { useSchema } from '../keys/use.js';
import { parameter, type Parameter } from '../operations/parameter.js';
import { embedded, type JsonObject } from '../operations/schemas.js';
import type { Faults } from '../operations/answers.js';
import { assetIdSchema } from './asset.js';

/** An asset, in the path. */
export const ASSET_ID = parameter('AssetId', {
  name: 'asset_id',
  in: 'path',
  required: true,
  schema: embedded(z.toJSONSchema(assetIdSchema) as JsonObject),
  example: 'openmoji:1F436',
});

/** What is wrong with a text that is no id of an asset. */
export const ASSET_ID_FAULTS: Faults = {
  types: ['string_pattern_mismatch'],
  example: {
    loc: ['path', 'asset_id'],
    msg: 'Expected <source>:<id>.',
    type: 'string_pattern_mismatch',
    input: 'unknown',
    ctx: {},
  },
};

/** What an image is wanted for, each purpose a parameter: of a search, and of a look-up. */
export const USE_PARAMETERS: readonly Parameter[] = Object.entries(
  z.toJSONSchema(useSchema, { io: 'input' }).properties as Record<string, JsonObject>,
).map(([purpose, { description, ...schema }]) =>
  parameter(`Search.use_${purpose}`, {
    name: `use_${purpose}`,
    in: 'query',
    ...(description !== undefined && { description }),
    schema,
  }),
);
