import type { RetrievalClient } from '@imagesearch/contracts/clients';
import { uploadSourceOf } from '@imagesearch/facets/asset-id';
import type { Use } from '@imagesearch/facets/use';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { credit } from '@imagesearch/sdk';
import { readUse } from '../keys/use.js';
import { ERRORS_BEHIND, jsonAnswer } from '../operations/answers.js';
import { operation } from '../operations/operation.js';
import { answerSchema, type JsonObject } from '../operations/schemas.js';
import { assetSchema, presentAsset, usableSchema, type Addresses, type AssetAnswer } from './asset-answer.js';
import { assetIdSchema, catalogueWithin, rightsSchema, signalsSchema, type Catalogue } from './asset.js';
import { collectionSchema, type CollectionReader } from './collection.js';
import { ASSET_EXAMPLE, COLLECTION_EXAMPLE } from './examples.js';
import { ASSET_ID, ASSET_ID_FAULTS, USE_PARAMETERS } from './parameters.js';

const LOOKUP_TIMEOUT_MS = 5_000;
/** Whether an asset is indexed is optional, so the answer waits for it only briefly. */
const INDEXED_TIMEOUT_MS = 1_000;

const JSON_TYPE = 'application/json';
const JSON_LD_TYPE = 'application/ld+json';

/** What is unknown is left out. */
const IMAGE_OBJECT: JsonObject = {
  type: 'object',
  required: ['@context', '@type', 'contentUrl'],
  properties: {
    '@context': { type: 'string', enum: ['https://schema.org/'] },
    '@type': { type: 'string', enum: ['ImageObject'] },
    contentUrl: { type: 'string', format: 'uri' },
    name: { type: 'string' },
    license: { type: 'string', format: 'uri' },
    acquireLicensePage: { type: 'string', format: 'uri' },
    creditText: { type: 'string' },
    creator: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    copyrightNotice: { type: 'string' },
  },
};

answerSchema('Rights', rightsSchema);
answerSchema('Signals', signalsSchema);
answerSchema('Usable', usableSchema);

/** An answer with all that is known of one asset. */
export const assetAnswer = (description: string) =>
  jsonAnswer(description, answerSchema('Asset', assetSchema), { asset: ASSET_EXAMPLE }, [
    'Cache-Control',
    'ETag',
  ]);

/** As an answer and its `ETag`. */
export interface VersionedAnswer {
  answer: AssetAnswer;
  etag: string;
}

/** The tag of what is said of an asset. It changes with every edit, so an edit may name the one that it was made from. */
export const etagOf = (contentVersion: string): string =>
  `"${contentVersion.replaceAll(/([0-9a-f]{12})[0-9a-f]+/g, '$1')}"`;

/** The asset that was asked for. */
export const ASSET = assetAnswer('The asset.');

/** What the look-up of one asset uses. */
export interface LookupParts {
  catalogue: Catalogue;
  retrieval: RetrievalClient;
  addresses: Addresses;
  logger: Logger;
}

export const getAsset = operation({
  get: '/v1/asset/{asset_id}',
  summary: 'All metadata of one asset',
  description:
    'Costs nothing. With `use_…` parameters, `usable` says whether the image may be used for that. With ' +
    '`Accept: application/ld+json`, the answer is its credit as a `schema.org/ImageObject`, for a page that shows it.',
  scope: 'asset',
  parameters: [ASSET_ID, ...USE_PARAMETERS],
  read: (sent, { asset_id }): { asset_id: string; use: Use | undefined } => ({
    asset_id: parseAssetId(asset_id),
    use: readUse(sent),
  }),
  answers: {
    200: {
      ...ASSET,
      content: { ...ASSET.content, [JSON_LD_TYPE]: { schema: IMAGE_OBJECT } },
      links: {
        File: { operationId: 'getFile', parameters: { asset_id: '$response.body#/asset_id' } },
      },
    },
  },
  errors: ['asset_not_found', ...ERRORS_BEHIND],
  faults: { ...ASSET_ID_FAULTS, types: [...ASSET_ID_FAULTS.types, 'boolean_type'] },
  run: async ({ assets }: { assets: LookupParts }, { asset_id: assetId, use }, { by, call }) => {
    const lookup = call(LOOKUP_TIMEOUT_MS);
    const [asset] = await catalogueWithin(by.bounds, assets.catalogue).assets([assetId], lookup);
    if (!asset) throw assetNotFound(assetId);
    // Only of an image that the caller sees: the index answers later for one that it has.
    const indexed = await isIndexed(assets, assetId, within(lookup, INDEXED_TIMEOUT_MS));
    const answer = presentAsset(asset, indexed, use, assets.addresses);
    return { answer, etag: etagOf(asset.contentVersion) };
  },
  send: (response, { answer, etag }: VersionedAnswer, request) => {
    response.vary('Accept').set('ETag', etag);
    if (request.accepts([JSON_TYPE, JSON_LD_TYPE]) === JSON_LD_TYPE)
      response.type(JSON_LD_TYPE).send(credit(answer, 'json-ld'));
    else response.json(answer);
  },
});

export function assetNotFound(assetId: string): AppError {
  return new AppError('asset_not_found', 'There is no asset of this id.', { ctx: { asset_id: assetId } });
}

/** @throws AppError `invalid_request` when a path does not hold `<source>:<id>`. */
export function parseAssetId(text: string): string {
  const result = assetIdSchema.safeParse(text);
  if (result.success) return result.data;
  throw invalid({
    loc: ['path', 'asset_id'],
    msg: 'Expected <source>:<id>.',
    type: 'string_pattern_mismatch',
    input: text.slice(0, 200),
  });
}

/** Null while the retrieval service cannot say. */
async function isIndexed(
  { retrieval, logger }: LookupParts,
  assetId: string,
  call: CallContext,
): Promise<boolean | null> {
  try {
    const { contentVersions } = await retrieval.getPointVersions({ assetIds: [assetId] }, call);
    return Object.hasOwn(contentVersions, assetId);
  } catch (error) {
    logger.warn({ err: error, requestId: call.requestId }, 'the index could not be asked about an asset');
    return null;
  }
}

export const getCollection = operation({
  get: '/v1/collection',
  client: { method: 'collection' },
  summary: 'How many images there are, and what they show',
  description:
    'Counts the images of each collection, and names frequent words and colours, which a page can suggest. Costs nothing.',
  scope: 'any',
  answers: {
    200: jsonAnswer(
      'The collection, as it was up to ten seconds ago.',
      answerSchema('Collection', collectionSchema),
      { collection: COLLECTION_EXAMPLE },
    ),
  },
  errors: [...ERRORS_BEHIND],
  run: async ({ collection }: { collection: CollectionReader }, _input, { by }) => ({
    ...(await collection(by.bounds)),
    uploads: by.scopes.includes('ingest') ? uploadSourceOf(by.account.id) : null,
  }),
});
