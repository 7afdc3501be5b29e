import { credit, type Use } from '@imagesearch/sdk';
import { z } from 'zod';
import { imageAnswer, imageSchema, thumbnailsOf } from './image-answer.js';
import { USE } from './search-images.js';
import { answered, type Tool, refused } from './tool.js';

export const getImage: Tool = {
  name: 'get_image',
  title: 'Get an image',
  description:
    'All metadata of one image, what may be done with it, and its credit line as text, HTML, Markdown and JSON-LD. Costs nothing. ' +
    'Call it before an image is used.',
  input: z.object({
    asset_id: z.string().describe('asset_id of a result, such as "openmoji:1F436".'),
    use: USE,
    thumbnail: z.boolean().optional().describe('true: also show the image.'),
  }),
  output: imageSchema.extend({
    creator: z.string().nullable(),
    tags: z.array(z.string()),
    format: z.string(),
    license_as_declared: z.string(),
    rights_basis: z.string().describe('What these statements rest on.'),
    credit: z.object({ text: z.string(), html: z.string(), markdown: z.string(), json_ld: z.string() }),
  }),
  run: async ({ client }, { arguments: given, signal }) => {
    const { asset_id: assetId, use } = given;
    if (typeof assetId !== 'string' || assetId === '')
      return refused('missing', 'asset_id: This field is required.');
    const { data: asset } = await client.asset(assetId, {
      ...(use !== undefined && { use: use as Use }),
      signal,
    });
    const structured = {
      ...imageAnswer(asset),
      creator: asset.creator,
      tags: asset.tags,
      format: asset.format,
      license_as_declared: asset.rights.license_verbatim,
      rights_basis: asset.rights.basis,
      credit: {
        text: credit(asset, 'text'),
        html: credit(asset, 'html'),
        markdown: credit(asset, 'markdown'),
        json_ld: credit(asset, 'json-ld'),
      },
    };
    return answered(
      structured,
      given['thumbnail'] === true ? await thumbnailsOf([asset], client, signal) : [],
    );
  },
};
