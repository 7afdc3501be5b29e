export interface TestBucket {
  /** `BLOB_URL` of a folder of the test's own, and the keys for it. */
  env: { BLOB_URL: string; AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
}

/** @param s3Url Where a server takes test files: `s3://bucket/prefix?endpoint=…`, the bucket existing. */
export function testBucket(s3Url: string): TestBucket {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  if (AWS_ACCESS_KEY_ID === undefined || AWS_SECRET_ACCESS_KEY === undefined)
    throw new Error('TEST_S3_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it.');
  const url = new URL(s3Url);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${crypto.randomUUID()}`;
  return { env: { BLOB_URL: url.href, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } };
}
