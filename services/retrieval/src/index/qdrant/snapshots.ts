import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { movedName } from '../names.js';
import { type QdrantOptions, asking, newClient } from './client.js';
import { servingAlias } from './store.js';

/** What a restore has to know of the file of a snapshot. */
export interface SavedSnapshot {
  collection: string;
  /** SHA-256 of the file in hexadecimal digits; null when the server does not tell. */
  checksum: string | null;
}

/** Copies of the collection that serves, as files on this machine. */
export class Snapshots {
  readonly #options: QdrantOptions;
  readonly #client: QdrantClient;

  constructor(options: QdrantOptions) {
    this.#options = options;
    this.#client = newClient(options, SNAPSHOT_TIMEOUT_MS);
  }

  /**
   * Writes may go on meanwhile. Undefined while nothing was ever indexed.
   * @throws AppError when other nodes hold a part of the collection: this server cannot copy it
   */
  save(file: string): Promise<SavedSnapshot | undefined> {
    return asking(async () => {
      const collection = await this.#serving();
      if (collection === undefined) return undefined;
      const { remote_shards: remote } = await this.#client.collectionClusterInfo(collection);
      if (remote.length > 0) throw new AppError('invalid_request', ON_SEVERAL_NODES);
      const snapshot = await this.#client.createSnapshot(collection);
      if (snapshot === null) throw new Error(`Qdrant made no snapshot of ${collection}.`);
      const { name, checksum = null } = snapshot;
      try {
        await downloadSnapshot(this.#options, { collection, snapshot: name, file });
      } finally {
        // It takes as much of the server's disk as the collection.
        await this.#client.deleteSnapshot(collection, name);
      }
      return { collection, checksum };
    });
  }

  /** @throws AppError when an index serves, or when it is of another version of the service. */
  async requireRestorable(saved: SavedSnapshot): Promise<void> {
    this.#nameOf(saved);
    const serving = await asking(() => this.#serving());
    if (serving !== undefined)
      throw new AppError(
        'invalid_request',
        `Qdrant has the index ${serving}; choose another QDRANT_COLLECTION.`,
      );
  }

  /** The collection does not serve yet: an interrupted restore can be repeated. */
  upload(saved: SavedSnapshot, file: string): Promise<void> {
    const collection = this.#nameOf(saved);
    return asking(async () => {
      await uploadSnapshot(this.#options, { collection, checksum: saved.checksum, name: UPLOADED, file });
      // The server keeps the file beside the collection that it made of it.
      await this.#client.deleteSnapshot(collection, UPLOADED);
    });
  }

  async serve(saved: SavedSnapshot): Promise<void> {
    const alias = {
      collection_name: this.#nameOf(saved),
      alias_name: servingAlias(this.#options.collection),
    };
    await asking(() => this.#client.updateCollectionAliases({ actions: [{ create_alias: alias }] }));
  }

  async #serving(): Promise<string | undefined> {
    const alias = servingAlias(this.#options.collection);
    const { aliases } = await this.#client.getAliases();
    return aliases.find(({ alias_name: name }) => name === alias)?.collection_name;
  }

  #nameOf({ collection }: SavedSnapshot): string {
    const name = movedName(collection, this.#options.collection);
    if (name === undefined)
      throw new AppError(
        'invalid_request',
        `${collection} is an index of another version: run reindex instead.`,
      );
    return name;
  }
}

const ON_SEVERAL_NODES =
  'Other nodes of Qdrant hold a part of the index. Take a snapshot on each of them; docs/how-to/back-up.md has the calls.';

const UPLOADED = 'restored.snapshot';
/** The server copies the whole collection before it answers. */
const SNAPSHOT_TIMEOUT_MS = 6 * 60 * 60_000;

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
