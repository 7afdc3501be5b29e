/** Where an S3-compatible server takes test files: `s3://bucket/prefix?endpoint=…`, the bucket existing. */
const s3Url = process.env['TEST_S3_URL'];

export interface TestBucket {
  /** `BLOB_URL` of a folder of the test's own, and the keys for it. */
  env: { BLOB_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
}

/** A bucket for the suites that need one: empty unless the environment names a server, so that `describe.each` fits. */
export function testBuckets(): TestBucket[] {
  if (s3Url === undefined) return [];
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined)
    throw new Error('TEST_S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it.');
  const url = new URL(s3Url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${crypto.randomUUID()}`;
  return [{ env: { BLOB_URL: url.href, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } }];
}
