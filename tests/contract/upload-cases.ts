import { post, type Case, type Facts } from './case.js';

const IMAGE = ['body', 'image_base64'];
const own = ({ uploadId }: Facts) => `/v1/asset/${uploadId}`;

/** They follow each other: the first adds the image that the others edit and delete. */
export const UPLOAD_CASES: Case[] = [
  {
    name: 'POST an image that the account does not have adds it',
    request: ({ image }) => post('/v1/asset', { image_base64: image, title: 'Wanted', license: 'CC0' }),
    expected: { status: 201, body: { title: 'Wanted', license: 'cc0', indexed: true } },
  },
  {
    name: 'POST the same image replaces what was said of it',
    request: ({ image }) =>
      post('/v1/asset', {
        image_base64: `data:image/png;base64,${image}`,
        file_name: 'red-disc.png',
        tags: ['disc'],
        license: 'nobody knows this licence',
        creator_url: 'https://example.org/ada',
        source_url: 'https://example.org/disc',
        ai_generated: false,
      }),
    expected: { status: 200, body: { title: 'red disc', tags: ['disc'], license: 'unknown' } },
  },
  {
    name: 'PATCH edits an image of the account',
    request: (facts) => ({
      method: 'PATCH',
      path: own(facts),
      body: { creator: 'Ada', description: 'A disc.' },
    }),
    expected: { status: 200, body: { title: 'red disc', creator: 'Ada', description: 'A disc.' } },
  },
  {
    name: 'PATCH without a field is refused',
    request: (facts) => ({ method: 'PATCH', path: own(facts), body: {} }),
    expected: { status: 422, type: 'missing', loc: ['body'] },
  },
  {
    name: 'PATCH a field that cannot be edited is refused',
    request: (facts) => ({ method: 'PATCH', path: own(facts), body: { file_name: 'a.png' } }),
    expected: { status: 422, type: 'extra_forbidden', loc: ['body', 'file_name'] },
  },
  {
    name: 'PATCH more than an editor of 256 KiB may send is refused',
    request: (facts) => ({ method: 'PATCH', path: own(facts), body: { title: 'x'.repeat(256 * 1024) } }),
    expected: { status: 413, type: 'body_too_large' },
  },
  ...['PATCH', 'DELETE'].map((method): Case => ({
    name: `${method} an image that the account has not added is refused`,
    request: ({ assetId }) => ({ method, path: `/v1/asset/${assetId}`, body: { title: 'Mine' } }),
    expected: { status: 404, type: 'asset_not_found' },
  })),
  {
    name: 'DELETE an image of the account',
    request: (facts) => ({ method: 'DELETE', path: own(facts) }),
    expected: { status: 204 },
  },
  ...['PATCH', 'DELETE'].map((method): Case => ({
    name: `${method} an image that was deleted is refused`,
    request: (facts) => ({ method, path: own(facts), body: { title: 'Gone' } }),
    expected: { status: 404, type: 'asset_not_found' },
  })),
  ...(
    [
      ['text that is not base64', '%%%', 'base64_invalid'],
      ['a file that is no image', Buffer.from('no image at all').toString('base64'), 'image_format'],
      ['a damaged image', Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64'), 'value_error'],
      ['an image of 26 MiB', Buffer.alloc(26 * 1024 * 1024).toString('base64'), 'image_too_large'],
    ] as const
  ).map(([name, image_base64, type]): Case => ({
    name: `POST ${name} is refused`,
    request: post('/v1/asset', { image_base64 }),
    expected: { status: 422, type, loc: IMAGE },
  })),
  {
    name: 'POST without an image is refused',
    request: post('/v1/asset', { title: 'Nothing' }),
    expected: { status: 422, type: 'missing', loc: IMAGE },
  },
  {
    name: 'POST an address that is none is refused',
    request: ({ image }) => post('/v1/asset', { image_base64: image, source_url: 'javascript:alert(1)' }),
    expected: { status: 422, type: 'value_error', loc: ['body', 'source_url'] },
  },
  {
    name: 'POST more than 36 MiB is refused',
    request: post('/v1/asset', { image_base64: 'A'.repeat(37 * 1024 * 1024) }),
    expected: { status: 413, type: 'body_too_large' },
  },
];
