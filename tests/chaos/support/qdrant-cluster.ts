import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { Program } from '@imagesearch/testkit/processes/program';
import { until } from '@imagesearch/testkit/processes/until';
import { z } from 'zod';

const NODES = 3;
const PROBE_INTERVAL_MS = 250;

export type QdrantCluster = Awaited<ReturnType<typeof startQdrantCluster>>;

/** Three servers of Qdrant that share collections, behind a balancer that sends connections to those that say they are ready. */
export async function startQdrantCluster(program: string) {
  const home = await mkdtemp(join(tmpdir(), 'imagesearch-qdrant-'));
  const processes = new Map<string, Program>();
  const starters = new Map<string, () => Promise<void>>();
  let first: string | undefined;
  for (let at = 0; at < NODES; at += 1) {
    const [http, grpc, p2p] = [await freePort(), await freePort(), await freePort()];
    const [own, url] = [`http://127.0.0.1:${p2p}`, `http://127.0.0.1:${http}`];
    const joining = ['--uri', own, ...(first === undefined ? [] : ['--bootstrap', first])];
    first ??= own;
    const cwd = join(home, String(at));
    await mkdir(cwd);
    const env = settingsOf({ http, grpc, p2p });
    starters.set(url, async () => {
      processes.set(url, new Program(program, joining, { cwd, env }));
      await until(() => isReady(url));
    });
    await starters.get(url)?.();
  }
  const nodeUrls = [...starters.keys()];
  const balancer = new FaultyProxy();
  let turn = 0;
  const probe = async (): Promise<void> => {
    const areReady = await Promise.all(nodeUrls.map(isReady));
    const ready = nodeUrls.filter((_, at) => areReady[at]);
    const next = ready[(turn += 1) % ready.length];
    if (next !== undefined) balancer.pointNewConnectionsTo(new URL(next).host);
  };
  await probe();
  const url = `http://127.0.0.1:${await balancer.open()}`;
  const probing = setInterval(() => void probe(), PROBE_INTERVAL_MS);

  return {
    /** Of the balancer. */
    url,
    nodeUrls,

    /** The address of the node that leads, or of one that follows. */
    find: (role: 'leader' | 'follower'): Promise<string> =>
      until(async () => {
        for (const node of nodeUrls) {
          const { peer_id: peer, raft_info: raft } = await ask(node, '/cluster', clusterSchema);
          if ((peer === raft.leader) === (role === 'leader')) return node;
        }
        return undefined;
      }),

    kill: async (node: string): Promise<void> => processes.get(node)?.kill(),

    /** Resolves when it answers again. */
    restart: async (node: string): Promise<void> => starters.get(node)?.(),

    /** By collection and shard, the points of each replica; undefined while one is not whole. */
    async replicas(): Promise<Record<string, number[]> | undefined> {
      const counts: Record<string, number[]> = {};
      for (const node of nodeUrls) {
        const { collections } = await ask(node, '/collections', collectionsSchema);
        for (const { name } of collections) {
          const cluster = await ask(node, `/collections/${name}/cluster`, shardsSchema);
          const shards = cluster.local_shards;
          if (cluster.shard_transfers.length > 0 || shards.some(({ state }) => state !== 'Active'))
            return undefined;
          for (const { shard_id: shard, points_count: points } of shards)
            (counts[`${name}/${shard}`] ??= []).push(points);
        }
      }
      return counts;
    },

    async stop(): Promise<void> {
      clearInterval(probing);
      await balancer.close();
      for (const node of processes.values()) await node.kill();
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

const settingsOf = ({ http, grpc, p2p }: Readonly<Record<'http' | 'grpc' | 'p2p', number>>) => ({
  QDRANT__SERVICE__HOST: '127.0.0.1',
  QDRANT__SERVICE__HTTP_PORT: String(http),
  QDRANT__SERVICE__GRPC_PORT: String(grpc),
  QDRANT__CLUSTER__ENABLED: 'true',
  QDRANT__CLUSTER__P2P__PORT: String(p2p),
  QDRANT__TELEMETRY_DISABLED: 'true',
  QDRANT__LOG_LEVEL: 'ERROR',
});

async function isReady(url: string): Promise<boolean> {
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
