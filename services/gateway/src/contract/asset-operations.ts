import { ASSET_EXAMPLE } from './examples.js';
import { EDIT_BODY_BYTES_MAX, UPLOAD_BODY_BYTES_MAX } from '../http/body-limit.js';
import { BODY_FAULTS } from '../http/errors.js';
import { type Faults, ERRORS_BEHIND, jsonAnswer, type Operation } from './operation.js';
import { headerRefs, USE_PARAMETERS, type HeaderName } from './parameters.js';

const UNREADABLE_ID = {
  loc: ['path', 'asset_id'],
  msg: 'Expected <source>:<id>.',
  type: 'string_pattern_mismatch',
  input: 'unknown',
  ctx: {},
} as const;

const ID_FAULTS: Faults = { types: ['string_pattern_mismatch'], example: UNREADABLE_ID };
const FILE_FAULTS: Faults = {
  types: ['string_pattern_mismatch', 'literal_error'],
  example: UNREADABLE_ID,
};

/** What is unknown is left out. */
const IMAGE_OBJECT = {
  type: 'object',
  required: ['@context', '@type', 'contentUrl'],
  properties: {
    '@context': { const: 'https://schema.org/' },
    '@type': { const: 'ImageObject' },
    contentUrl: { type: 'string', format: 'uri' },
    name: { type: 'string' },
    license: { type: 'string', format: 'uri' },
    acquireLicensePage: { type: 'string', format: 'uri' },
    creditText: { type: 'string' },
    creator: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    copyrightNotice: { type: 'string' },
  },
};

const IMAGE_CONTENT = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/webp', 'image/gif'].map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ]),
);
const FILE_HEADERS: HeaderName[] = [
  ...(['Cache-Control', 'ETag', 'Accept-Ranges', 'Content-Disposition', 'Content-Credentials'] as const),
];

const REDIRECT = {
  description: 'The file is at `Location`, which is valid for at least 10 minutes.',
  headers: headerRefs(['Location', 'Cache-Control']),
};

const UPLOAD_FAULTS = [
  'base64_invalid',
  'image_too_large',
  'image_format',
  'image_too_many_pixels',
  'image_unreadable',
  'image_too_complex',
  'image_removed',
  'value_error',
] as const;

const assetAnswer = (description: string) => jsonAnswer(description, 'Asset', { asset: ASSET_EXAMPLE });

const ASSET = assetAnswer('The asset.');

/** A whole PNG of 32 pixels, so that the example can be sent. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAMAAABEpIrGAAAAA1BMVEXAOSuU7d9gAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQ4y2NgGAWjYBSMAuwAAAQgAAFWu83mAAAAAElFTkSuQmCC';

export const ASSET_OPERATIONS = {
  getAsset: {
    method: 'get',
    path: '/v1/asset/{asset_id}',
    summary: 'All metadata of one asset',
    description:
      'Costs nothing. With `use_…` parameters, `usable` says whether the image may be used for that. With ' +
      '`Accept: application/ld+json`, the answer is its credit as a `schema.org/ImageObject`, for a page that shows it.',
    key: 'asset',
    parameters: ['AssetId', ...USE_PARAMETERS],
    answers: {
      200: {
        ...ASSET,
        content: { ...ASSET.content, 'application/ld+json': { schema: IMAGE_OBJECT } },
        links: {
          File: { operationId: 'getFile', parameters: { asset_id: '$response.body#/asset_id' } },
        },
      },
    },
    errors: ['asset_not_found', ...ERRORS_BEHIND],
    faults: { ...ID_FAULTS, types: [...ID_FAULTS.types, 'boolean_type'] },
  },
  addAsset: {
    method: 'post',
    path: '/v1/asset',
    summary: 'Add an image',
    description:
      'Adds an image to the collection `uploads` of `GET /v1/collection`. Searches of every key without bounds find it when the ' +
      'answer arrives. The same bytes are the same asset: sent again, what is said now replaces what was said. The place ' +
      'where the image was taken is cut out of the file. Costs nothing.',
    key: 'ingest',
    body: {
      schema: 'Upload',
      bytesMax: UPLOAD_BODY_BYTES_MAX,
      examples: {
        image: {
          value: {
            image_base64: RED_SQUARE,
            file_name: 'red.png',
            title: 'Red square',
            tags: ['red', 'square'],
            creator: 'Ada Martin',
            license: 'CC BY 4.0',
          },
        },
      },
    },
    answers: {
      200: assetAnswer('The account had added this image before.'),
      201: assetAnswer('The new asset.'),
    },
    errors: [...ERRORS_BEHIND, 'model_mismatch'],
    faults: {
      types: [...BODY_FAULTS, ...UPLOAD_FAULTS],
      example: {
        loc: ['body', 'image_base64'],
        msg: 'The image cannot be read: it is damaged or cut off.',
        type: 'value_error',
        input: null,
        ctx: {},
      },
    },
  },
  editAsset: {
    method: 'patch',
    path: '/v1/asset/{asset_id}',
    summary: 'Change what is said of an image',
    description:
      'Only of an image that the account has added. Its file stays as it is. Searches follow when the answer arrives. Costs nothing.',
    key: 'ingest',
    parameters: ['AssetId'],
    body: {
      schema: 'Edit',
      bytesMax: EDIT_BODY_BYTES_MAX,
      examples: { license: { value: { license: 'CC0 1.0', creator: null } } },
    },
    answers: { 200: ASSET },
    errors: ['asset_not_found', ...ERRORS_BEHIND, 'model_mismatch'],
    faults: { types: [...ID_FAULTS.types, ...BODY_FAULTS], example: UNREADABLE_ID },
  },
  deleteAsset: {
    method: 'delete',
    path: '/v1/asset/{asset_id}',
    summary: 'Delete an image',
    description:
      'Only an image that the account has added. It is deleted for good, with its files, and may be added again. Costs nothing.',
    key: 'ingest',
    parameters: ['AssetId'],
    answers: { 204: { description: 'It is deleted.', headers: headerRefs(['Cache-Control']) } },
    errors: ['asset_not_found', ...ERRORS_BEHIND],
    faults: ID_FAULTS,
  },
  getFileOfAnswer: {
    method: 'get',
    path: '/v1/asset/{query_id}/{asset_id}',
    summary: 'The file of a result',
    description:
      'The `file` and `thumb` addresses of an answer. They need no key. They open only the images of that answer, for ' +
      '24 hours.',
    parameters: ['QueryId', 'AssetId', 'Variant'],
    answers: { 302: REDIRECT },
    errors: ['file_not_found', 'asset_not_found', ...ERRORS_BEHIND],
    faults: FILE_FAULTS,
  },
  getFile: {
    method: 'get',
    path: '/v1/asset/direct/{asset_id}',
    summary: 'The file of any asset',
    description: 'The `file` and `thumb` addresses of an asset look-up.',
    key: 'asset',
    parameters: ['AssetId', 'Variant'],
    answers: { 302: REDIRECT },
    errors: ['file_not_found', 'asset_not_found', ...ERRORS_BEHIND],
    faults: FILE_FAULTS,
  },
  download: {
    method: 'get',
    path: '/v1/download/{token}',
    summary: 'The bytes behind a redirect',
    description:
      'The target of a file address if the service keeps the files itself. It works for at least 10 minutes. If the asset is ' +
      'withdrawn, it stops working within 10 seconds; caches may keep a copy for as long as `Cache-Control` says. ' +
      'Do not construct or store such an address.',
    parameters: ['Token', 'Range', 'IfRange', 'IfNoneMatch'],
    answers: {
      200: {
        description: 'The file.',
        headers: headerRefs(FILE_HEADERS),
        content: IMAGE_CONTENT,
      },
      206: {
        description: 'The part of the file that `Range` requests.',
        headers: headerRefs([...FILE_HEADERS, 'Content-Range']),
        content: IMAGE_CONTENT,
      },
      304: {
        description: 'The file still has the `ETag` of `If-None-Match`.',
        headers: headerRefs(['Cache-Control', 'ETag']),
      },
    },
    errors: ['file_not_found', 'range_not_satisfiable', ...ERRORS_BEHIND],
  },
} satisfies Record<string, Operation>;
