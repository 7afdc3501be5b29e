import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type FieldIssue } from '@imagesearch/service-kit/errors';
import { newAuthority, type Authority } from '@imagesearch/testkit/network/certificates';
import { ScriptedHttpsServer, whole } from '@imagesearch/testkit/network/scripted-https-server';
import { createFetchImage, type ImageNetwork } from '../../../src/search/reference-image.js';

export const MIB = 1024 * 1024;
export const HOST = 'pictures.example.org';
export const OUTSIDE = '127.0.0.1';
/** Stands for an address inside: a server listens there, and must never hear of us. */
export const INSIDE = '127.0.0.2';
/** Of servers that never finish, so that the suites do. */
export const SHORT_TIMEOUT_MS = 500;

export const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(5_000, 7)]);
export const pngOf = (byteLength: number) => Buffer.concat([PNG, Buffer.alloc(byteLength - PNG.length)]);

/** How everything reads that went wrong on the network. */
export const UNREACHABLE: FieldIssue = {
  loc: ['body', 'image_url'],
  msg: 'No image could be fetched from this address.',
  type: 'image_url_unreachable',
};

const NAMES: Record<string, string[]> = {
  [HOST]: [OUTSIDE],
  'elsewhere.example.org': [OUTSIDE],
  'inside.example.org': [INSIDE],
  'both.example.org': [OUTSIDE, INSIDE],
  'nowhere.example.org': [],
};

export interface Attempt {
  host?: string;
  overrides?: Partial<ImageNetwork>;
  call?: CallContext;
}

export interface LoopbackInternet {
  authority: () => Authority;
  outside: () => ScriptedHttpsServer;
  fetchIt: (attempt?: Attempt) => Promise<Buffer>;
  /** The one fault of a fetch that must fail. */
  issueOf: (attempt?: Attempt) => Promise<FieldIssue>;
}

/**
 * Loopback as the public internet, for one suite: one address of it may be connected to, by this alone. After each
 * test the server inside has heard nothing and no connection is left open.
 */
export function useLoopbackInternet(): LoopbackInternet {
  let started: { authority: Authority; outside: ScriptedHttpsServer; inside: ScriptedHttpsServer };
  beforeAll(async () => {
    const authority = await newAuthority();
    const identity = await authority.issue([HOST, 'elsewhere.example.org', 'inside.example.org']);
    const outside = await ScriptedHttpsServer.start(identity, { host: OUTSIDE });
    const inside = await ScriptedHttpsServer.start(identity, { host: INSIDE, port: outside.port });
    inside.follow(whole(PNG));
    started = { authority, outside, inside };
  });
  afterAll(() => Promise.all([started.outside.stop(), started.inside.stop()]));
  afterEach(async () => {
    const { inside, outside } = started;
    expect(inside.connections).toBe(0);
    for (let tries = 0; tries < 500 && outside.openConnections > 0; tries += 1) await pause(10);
    const leftOpen = outside.openConnections;
    outside.dropConnections();
    expect(leftOpen).toBe(0);
  });

  const fetchIt = ({
    host = HOST,
    overrides,
    call = detachedCall(10_000),
  }: Attempt = {}): Promise<Buffer> => {
    const network = {
      resolve: (name: string) => Promise.resolve(NAMES[name] ?? []),
      mayConnectTo: (address: string) => address === OUTSIDE,
      port: started.outside.port,
      ca: started.authority.cert,
      ...overrides,
    };
    return createFetchImage(network)(new URL(`https://${host}/a.png`), call);
  };
  const issueOf = async (attempt: Attempt = {}): Promise<FieldIssue> => {
    const error: unknown = await fetchIt(attempt).catch((thrown: unknown) => thrown);
    if (!(error instanceof AppError)) throw new Error('nothing was refused', { cause: error });
    const [issue, ...more] = error.issues;
    expect([error.code, more.length]).toEqual(['invalid_request', 0]);
    if (!issue) throw new Error('the fault has no issue');
    return issue;
  };
  return { authority: () => started.authority, outside: () => started.outside, fetchIt, issueOf };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
