import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { HubFile } from '../../src/hub/hub-manifest.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

/** What the hub does with one request for the file. */
export type Manner = (request: IncomingMessage, response: ServerResponse, content: Buffer) => void;

export interface LocalHub {
  url: string;
  /** The `Range` of each request so far; undefined for one that asked for everything. */
  ranges: (string | undefined)[];
  close: () => Promise<void>;
}

/** A hub of one file on loopback: the nth request meets the nth manner, later ones the last. */
export async function startHub(content: Buffer, ...manners: Manner[]): Promise<LocalHub> {
  const ranges: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    const manner = manners[Math.min(ranges.length, manners.length - 1)] ?? honest;
    ranges.push(request.headers.range);
    manner(request, response, content);
  });
  const { url } = await openOnLoopback(server);
  return {
    url,
    ranges,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Serves ranges as it should. */
export const honest: Manner = (request, response, content) => {
  const from = startOf(request);
  if (from >= content.length && from > 0) {
    response.writeHead(416, { 'Content-Range': `bytes */${content.length}` }).end();
    return;
  }
  declare(response, content, from);
  response.end(content.subarray(from));
};

/** Promises all bytes from there on. */
function declare(response: ServerResponse, content: Buffer, from: number): void {
  response.writeHead(from === 0 ? 200 : 206, {
    'Content-Length': content.length - from,
    ...(from > 0 && { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` }),
  });
}

/** Declares the whole and cuts the line after so many bytes. */
export const cutAfter =
  (bytes: number): Manner =>
  (request, response, content) => {
    const from = startOf(request);
    declare(response, content, from);
    response.write(content.subarray(from, from + bytes), () => {
      // What is still on its way when a line is cut is lost with it.
      setTimeout(() => response.destroy(), 40);
    });
  };

/** As `cutAfter`, but the line stays open and silent. */
export const stallAfter =
  (bytes: number): Manner =>
  (request, response, content) => {
    const from = startOf(request);
    declare(response, content, from);
    response.write(content.subarray(from, from + bytes));
  };

/** Knows no ranges: always everything. */
export const withoutRanges: Manner = (_request, response, content) => {
  response.writeHead(200, { 'Content-Length': content.length }).end(content);
};

export const answering =
  (status: number, headers: Record<string, string> = {}): Manner =>
  (_request, response) => {
    response.writeHead(status, headers).end('no');
  };

/** Other bytes under the same name. */
export const serving =
  (other: Buffer): Manner =>
  (request, response) =>
    honest(request, response, other);

/** A file of the hub, pinned by its content. */
export function pinned(content: Buffer, path = 'onnx/model.onnx'): HubFile {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const where = { repository: 'someone/something', revision: 'a'.repeat(40), path };
  return { ...where, bytes: content.length, sha256 };
}

function startOf(request: IncomingMessage): number {
  return Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
}
