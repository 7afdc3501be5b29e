import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { QdrantOptions } from './qdrant-options.js';

type Server = Pick<QdrantOptions, 'url' | 'apiKey'>;

/** Files of many GB pass through in pieces, which the server's client cannot do. */
export async function downloadSnapshot(
  server: Server,
  { collection, snapshot, file }: { collection: string; snapshot: string; file: string },
): Promise<void> {
  const asked = open(server, `/collections/${collection}/snapshots/${snapshot}`, { method: 'GET' });
  asked.end();
  await pipeline(await answerOf(asked), createWriteStream(file, { mode: 0o600 }));
}

interface Upload {
  collection: string;
  checksum: string | null;
  /** Of the snapshot on the server. */
  name: string;
  file: string;
}

/** Makes the collection, or replaces it. */
export async function uploadSnapshot(
  server: Server,
  { collection, checksum, name, file }: Upload,
): Promise<void> {
  const query = new URLSearchParams({ priority: 'snapshot', ...(checksum !== null && { checksum }) });
  const { size } = await stat(file);
  const head = headOf(name);
  const asked = open(server, `/collections/${collection}/snapshots/upload?${query.toString()}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': head.length + size + TAIL.length,
    },
  });
  const answered = answerOf(asked);
  const send = async (): Promise<void> => {
    asked.write(head);
    await pipeline(createReadStream(file), asked, { end: false });
    asked.end(TAIL);
  };
  // A server that refuses answers before it has read everything.
  const [answer] = await Promise.all([answered, send()]);
  answer.resume();
  await once(answer, 'end');
}

const BOUNDARY = 'snapshot-1f6c0a5d92be47c3';
const headOf = (name: string): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="snapshot"; filename="${name}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  );
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The port of the server's client where the address names none. */
const PORT = 6333;

function open(
  { url, apiKey }: Server,
  path: string,
  options: Omit<RequestOptions, 'headers'> & { headers?: OutgoingHttpHeaders },
): ClientRequest {
  const { protocol, hostname, port } = new URL(url);
  const request = protocol === 'https:' ? requestHttps : requestHttp;
  return request({
    ...options,
    hostname,
    port: port === '' ? PORT : port,
    path,
    headers: { ...options.headers, ...(apiKey !== undefined && { 'api-key': apiKey }) },
  });
}

/** @throws Error with what the server says when it refuses. */
async function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200)
    throw new Error(`Qdrant refuses the snapshot (${answer.statusCode ?? 0}): ${await text(answer)}`);
  return answer;
}
