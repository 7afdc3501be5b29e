import { createHash, createHmac } from 'node:crypto';

/**
 * The signature that an address presigned for GET has to carry, from "Authenticating Requests: Using Query Parameters" of
 * Amazon's S3 reference: a second opinion on the SDK's, held to the example printed there.
 */
export function signatureOf(address: string, secret: string): string {
  const url = new URL(address);
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const canonical = ['GET', url.pathname, query, `host:${url.host}\n`, 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const scope = (url.searchParams.get('X-Amz-Credential') ?? '').split('/').slice(1);
  const digest = createHash('sha256').update(canonical).digest('hex');
  const date = url.searchParams.get('X-Amz-Date') ?? '';
  const key = scope.reduce<Buffer>((signed, part) => hmac(signed, part), Buffer.from(`AWS4${secret}`));
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope.join('/'), digest].join('\n')).toString('hex');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
