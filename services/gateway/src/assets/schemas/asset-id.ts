import { ASSET_ID, ASSET_ID_CHARS_MAX } from '@imagesearch/facets/asset-id';
import { z } from 'zod';

export const assetIdSchema = z
  .string()
  .max(ASSET_ID_CHARS_MAX)
  .regex(ASSET_ID, 'Expected <source>:<id>.')
  .describe('`<source>:<id>`');
