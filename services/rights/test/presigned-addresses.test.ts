import { expect, test } from '@jest/globals';
import { openS3BlobStore } from '../src/blobs/s3-blob-store.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const SERVED = {
  contentType: 'image/webp',
  contentDisposition: 'inline; filename="a-1.webp"',
  cacheControl: 'private, max-age=600, immutable',
  now: new Date('2013-05-24T00:00:00Z'),
  validS: 600,
};

const server = httpServerForAll((_request, response) => response.setHeader('Content-Length', '7').end());

const bucket = (publicEndpoint: string | undefined) => ({
  kind: 's3' as const,
  bucket: 'examplebucket',
  prefix: 'live/',
  region: 'us-east-1',
  endpoint: server.url,
  publicEndpoint,
});

test.each([undefined, 'https://files.example.org'])(
  'an address is signed for ten minutes, for the place where callers reach the store (%s)',
  async (publicEndpoint) => {
    const blobs = openS3BlobStore(bucket(publicEndpoint), KEYS);
    const address = new URL(String(await blobs.addressOf?.('thumbnails/ab/cd/x-400.webp', SERVED)));
    blobs.close();
    expect(address.origin).toBe(publicEndpoint ?? server.url);
    expect(address.pathname).toBe('/examplebucket/live/thumbnails/ab/cd/x-400.webp');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      'X-Amz-Expires': '600',
      'X-Amz-Date': '20130524T000000Z',
      'X-Amz-SignedHeaders': 'host',
      'response-content-type': SERVED.contentType,
      'response-content-disposition': SERVED.contentDisposition,
      'response-cache-control': SERVED.cacheControl,
    });
    expect(address.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
  },
);
