import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { brotliCompressSync } from 'node:zlib';
import { loadConfig } from '#src/config';
import { createGatewayService } from '#src/service';
import { adversarialBodies } from './adversarial-bodies.js';

const ROUNDS = 3;
const PROBE_RESOLUTION_MS = 1;
/** For what a body leaves behind, such as garbage, to be seen by the probe. */
const SETTLE_MS = 100;

interface Job {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Sent in chunks of so many bytes. */
  chunkBytes?: number;
}

interface Answered {
  status: number;
  bytes: number;
  tookMs: number;
}

if (isMainThread) await main();
else
  parentPort?.on('message', (job: Job) => void send(job).then((answer) => parentPort?.postMessage(answer)));

/** How long each body keeps the gateway's thread from everything else, and how long the answer is. */
async function main(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-bodies-'));
  const gateway = createGatewayService(
    loadConfig({
      PORT: '0',
      DATA_DIR: dir,
      LOG_LEVEL: 'silent',
      EMBEDDING_ADDRESS: '127.0.0.1:1',
      RETRIEVAL_ADDRESS: '127.0.0.1:1',
      RIGHTS_ADDRESS: '127.0.0.1:1',
      RERANKER_ADDRESS: '127.0.0.1:1',
    }),
  );
  await gateway.start();
  const sender = new Worker(new URL(import.meta.url));
  const ask = async (job: Job): Promise<Answered> => {
    sender.postMessage(job);
    const [answer] = (await once(sender, 'message')) as [Answered];
    return answer;
  };
  const probe = monitorEventLoopDelay({ resolution: PROBE_RESOLUTION_MS });
  const keyOn = async (plan: 'free' | 'custom') => {
    const { id } = await gateway.accounts().ensure({ name: plan, plan, billingDay: 1 });
    return (await gateway.keys().create(id, { environment: 'test' })).key;
  };
  const keys = { free: await keyOn('free'), custom: await keyOn('custom') };

  const rows = [];
  for (const { name, text, plan = 'custom', path = '/v1/search', encoding, ...more } of adversarialBodies()) {
    const plain = Buffer.from(text());
    const body = encoding === 'br' ? brotliCompressSync(plain) : plain;
    const headers: Record<string, string> = {
      'Content-Type': 'application/json',
      'X-API-Key': keys[plan],
      ...(encoding && { 'Content-Encoding': encoding }),
      ...more.headers,
    };
    const job = { ...more, url: gateway.baseUrl() + path, headers, body };
    const blockedMs: number[] = [];
    let last: Answered | undefined;
    for (let round = 0; round < ROUNDS; round += 1) {
      await sleep(SETTLE_MS);
      probe.enable();
      probe.reset();
      last = await ask(job);
      await sleep(SETTLE_MS);
      probe.disable();
      blockedMs.push(probe.max / 1e6 - PROBE_RESOLUTION_MS);
    }
    rows.push({
      body: name,
      sent: body.byteLength,
      status: last?.status,
      'answer bytes': last?.bytes,
      'answered in ms': Math.round(last?.tookMs ?? 0),
      'blocked ms, least': Math.round(Math.min(...blockedMs)),
      most: Math.round(Math.max(...blockedMs)),
    });
  }
  console.table(rows);
  await sender.terminate();
  await gateway.close();
  await rm(dir, { recursive: true, force: true });
}

async function send({ url, headers, body, chunkBytes }: Job): Promise<Answered> {
  const startedAt = performance.now();
  const length = chunkBytes === undefined ? { 'Content-Length': body.byteLength } : {};
  const outgoing = request(url, { method: 'POST', headers: { ...headers, ...length } });
  // A connection may be cut after its answer was read.
  outgoing.on('error', () => undefined);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  if (chunkBytes === undefined) outgoing.end(body);
  else {
    outgoing.cork();
    for (let at = 0; at < body.byteLength; at += chunkBytes)
      outgoing.write(body.subarray(at, at + chunkBytes));
    outgoing.uncork();
    outgoing.end();
  }
  let status = 0;
  let bytes = 0;
  try {
    const [response] = await answered;
    status = response.statusCode ?? 0;
    for await (const chunk of response) bytes += (chunk as Buffer).byteLength;
  } catch {
    // Cut off while it was still being sent.
  }
  return { status, bytes, tookMs: performance.now() - startedAt };
}
