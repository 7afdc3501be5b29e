import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';
import { z } from 'zod';

const NODES = 3;
const PROBE_INTERVAL_MS = 250;

interface Node {
  url: string;
  port: number;
  start: () => void;
  process: ChildProcess | undefined;
  isReady: boolean;
}

/** Three servers of Qdrant that share collections, behind a balancer that sends connections to those that say they are ready. */
export class QdrantCluster {
  readonly #home: string;
  readonly #nodes: readonly Node[];
  readonly #balancer: Server;
  readonly #probing: NodeJS.Timeout;
  #next = 0;

  private constructor(home: string, nodes: readonly Node[]) {
    this.#home = home;
    this.#nodes = nodes;
    this.#balancer = createServer((socket) => this.#forward(socket));
    this.#probing = setInterval(() => void this.#probe(), PROBE_INTERVAL_MS);
  }

  static async start(program: string): Promise<QdrantCluster> {
    const home = await mkdtemp(join(tmpdir(), 'imagesearch-qdrant-'));
    const nodes: Node[] = [];
    let first: string | undefined;
    for (let at = 0; at < NODES; at += 1) {
      const [http, grpc, p2p] = [await freePort(), await freePort(), await freePort()];
      const own = `http://127.0.0.1:${p2p}`;
      const joining = ['--uri', own, ...(first === undefined ? [] : ['--bootstrap', first])];
      first ??= own;
      const folder = join(home, String(at));
      await mkdir(folder);
      nodes.push(newNode({ program, folder, http, grpc, p2p, joining }));
    }
    const cluster = new QdrantCluster(home, nodes);
    cluster.#balancer.listen(0, '127.0.0.1');
    await once(cluster.#balancer, 'listening');
    for (const node of nodes) {
      node.start();
      await until(() => isReady(node));
    }
    await until(() => Promise.resolve(nodes.every((node) => node.isReady)));
    return cluster;
  }

  /** Of the balancer. */
  get url(): string {
    return `http://127.0.0.1:${(this.#balancer.address() as AddressInfo).port}`;
  }

  get nodeUrls(): string[] {
    return this.#nodes.map(({ url }) => url);
  }

  /** The address of the node that leads, or of one that follows. */
  async find(role: 'leader' | 'follower'): Promise<string> {
    return until(async () => {
      for (const { url } of this.#nodes) {
        const { peer_id: peer, raft_info: raft } = await ask(url, '/cluster', clusterSchema);
        if ((peer === raft.leader) === (role === 'leader')) return url;
      }
      return undefined;
    });
  }

  kill(url: string): void {
    this.#at(url).process?.kill('SIGKILL');
  }

  /** Resolves when it answers again. */
  async restart(url: string): Promise<void> {
    const node = this.#at(url);
    node.start();
    await until(() => isReady(node));
  }

  /** By collection and shard, the points of each replica; undefined while one is not whole. */
  async replicas(): Promise<Record<string, number[]> | undefined> {
    const counts: Record<string, number[]> = {};
    for (const { url } of this.#nodes) {
      const { collections } = await ask(url, '/collections', collectionsSchema);
      for (const { name } of collections) {
        const { local_shards: shards, shard_transfers: transfers } = await ask(
          url,
          `/collections/${name}/cluster`,
          shardsSchema,
        );
        if (transfers.length > 0 || shards.some(({ state }) => state !== 'Active')) return undefined;
        for (const { shard_id: shard, points_count: points } of shards)
          (counts[`${name}/${shard}`] ??= []).push(points);
      }
    }
    return counts;
  }

  async stop(): Promise<void> {
    clearInterval(this.#probing);
    this.#balancer.close();
    for (const { process } of this.#nodes) {
      process?.kill('SIGKILL');
      if (process?.exitCode === null && process.signalCode === null) await once(process, 'exit');
    }
    await rm(this.#home, { recursive: true, force: true, maxRetries: 3 });
  }

  #at(url: string): Node {
    const node = this.#nodes.find((each) => each.url === url);
    if (node === undefined) throw new Error(`There is no node ${url}.`);
    return node;
  }

  #forward(socket: Socket): void {
    const ready = this.#nodes.filter((node) => node.isReady);
    this.#next += 1;
    const port = ready[this.#next % ready.length]?.port ?? 1;
    const server = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    socket.pipe(server).pipe(socket);
  }

  async #probe(): Promise<void> {
    for (const node of this.#nodes) node.isReady = await isReady(node);
  }
}

interface NewNode {
  program: string;
  folder: string;
  http: number;
  grpc: number;
  p2p: number;
  joining: readonly string[];
}

function newNode({ program, folder, http, grpc, p2p, joining }: NewNode): Node {
  const env = {
    QDRANT__SERVICE__HOST: '127.0.0.1',
    QDRANT__SERVICE__HTTP_PORT: String(http),
    QDRANT__SERVICE__GRPC_PORT: String(grpc),
    QDRANT__CLUSTER__ENABLED: 'true',
    QDRANT__CLUSTER__P2P__PORT: String(p2p),
    QDRANT__STORAGE__STORAGE_PATH: join(folder, 'storage'),
    QDRANT__STORAGE__SNAPSHOTS_PATH: join(folder, 'snapshots'),
    QDRANT_INIT_FILE_PATH: join(folder, '.initialized'),
    QDRANT__TELEMETRY_DISABLED: 'true',
    QDRANT__LOG_LEVEL: 'ERROR',
  };
  const node: Node = {
    url: `http://127.0.0.1:${http}`,
    port: http,
    process: undefined,
    isReady: false,
    start: () => {
      node.process = spawn(program, joining, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: 'ignore',
      });
    },
  };
  return node;
}

async function isReady({ url }: Node): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
  return answer?.ok === true;
}

async function ask<T>(url: string, path: string, result: z.ZodType<T>): Promise<T> {
  const answer = await fetch(url + path);
  return z.object({ result }).parse(await answer.json()).result;
}

const clusterSchema = z.object({
  peer_id: z.number(),
  raft_info: z.object({ leader: z.number().nullable() }),
});
const collectionsSchema = z.object({ collections: z.array(z.object({ name: z.string() })) });
const shardsSchema = z.object({
  local_shards: z.array(z.object({ shard_id: z.number(), points_count: z.number(), state: z.string() })),
  shard_transfers: z.array(z.unknown()),
});
