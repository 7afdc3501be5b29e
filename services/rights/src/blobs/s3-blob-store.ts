import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { assertLive, endingAfter, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { BucketAddress, S3Credentials } from './blob-address.js';
import { checkedKey, type BlobStore, type OpenBlob, type ServedAs } from './blob-store.js';

const CONNECT_TIMEOUT_MS = 2_000;
/** Without traffic in either direction. */
const IDLE_TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 3;

/** Blobs as objects of a bucket; without credentials the SDK uses those of the machine or the pod. */
export function openS3BlobStore(
  address: BucketAddress,
  credentials?: S3Credentials,
): BlobStore & { close(): void } {
  const client = new S3Client(configOf(address, address.endpoint, credentials));
  const signer = new S3Client(configOf(address, address.publicEndpoint ?? address.endpoint, credentials));
  const objectOf = (key: string) => ({ Bucket: address.bucket, Key: `${address.prefix}${checkedKey(key)}` });
  const bytesOf = (key: string, call: CallContext) => findBytes(client, objectOf(key), call);
  return {
    has: async (key, call) => (await bytesOf(key, call)) !== undefined,
    write: async (key, bytes) => {
      await reaching(() => client.send(new PutObjectCommand({ ...objectOf(key), Body: bytes })));
    },
    open: async (key, call) => {
      const bytes = await bytesOf(key, call);
      return bytes === undefined ? undefined : openObject(client, objectOf(key), bytes);
    },
    remove: async (key) => {
      await reaching(() => client.send(new DeleteObjectCommand(objectOf(key))));
    },
    // An object appears whole or not at all.
    removeUnfinished: () => Promise.resolve(),
    addressOf: (key, served) => signedAddress(signer, objectOf(key), served),
    close: () => {
      client.destroy();
      signer.destroy();
    },
  };
}

interface ObjectName {
  Bucket: string;
  Key: string;
}

function configOf(
  { region }: BucketAddress,
  endpoint: string | undefined,
  credentials: S3Credentials | undefined,
): S3ClientConfig {
  return {
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    // Most S3-compatible stores refuse Amazon's trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

async function findBytes(
  client: S3Client,
  object: ObjectName,
  call: CallContext,
): Promise<number | undefined> {
  assertLive(call);
  const abortSignal = endingAfter(call.deadlineAt - Date.now(), call.signal);
  return reaching(async () => {
    try {
      return (await client.send(new HeadObjectCommand(object), { abortSignal })).ContentLength ?? 0;
    } catch (error) {
      assertLive(call);
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
      throw error;
    }
  });
}

function openObject(client: S3Client, object: ObjectName, bytes: number): OpenBlob {
  const leaving = new AbortController();
  return {
    bytes,
    async *chunks({ offset, length }, chunkBytesMax) {
      const range = `bytes=${offset}-${offset + length - 1}`;
      const command = new GetObjectCommand({ ...object, Range: range });
      const { Body } = await reaching(() => client.send(command, { abortSignal: leaving.signal }));
      if (!(Body instanceof Readable)) return;
      leaving.signal.addEventListener('abort', () => Body.destroy(), { once: true });
      for await (const chunk of Body as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.byteLength; at += chunkBytesMax)
          yield chunk.subarray(at, at + chunkBytesMax);
      }
    },
    close: () => {
      leaving.abort();
      return Promise.resolve();
    },
  };
}

function signedAddress(signer: S3Client, object: ObjectName, served: ServedAs): Promise<string> {
  const command = new GetObjectCommand({
    ...object,
    ResponseContentType: served.contentType,
    ResponseContentDisposition: served.contentDisposition,
    ResponseCacheControl: served.cacheControl,
  });
  return reaching(() => getSignedUrl(signer, command, { expiresIn: served.validS, signingDate: served.now }));
}

/** A refusal, a failed connection and a timeout all make the store unavailable for a caller. */
async function reaching<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('dependency_unavailable', 'The blob store is unavailable.', {
      ctx: { dependency: 'blobs' },
      cause: error,
    });
  }
}
