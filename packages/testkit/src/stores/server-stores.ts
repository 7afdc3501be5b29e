import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { createOnServer } from './databases.js';

/** Where the stores of an installation are, as its services read them. */
export interface StoreServers {
  /** By an account that may create databases. */
  databaseUrl: string;
  redisUrl: string;
  /** Undefined selects the embedded index. */
  qdrantUrl?: string | undefined;
}

/** An empty database and an empty index of a run's own on these servers, and what the services must know of them. */
export interface ServerStores {
  env: Record<string, string>;
  drop: () => Promise<void>;
}

const collectionsSchema = z.object({
  result: z.object({ collections: z.array(z.object({ name: z.string() })) }),
});

export async function createServerStores(servers: StoreServers): Promise<ServerStores> {
  const database = await createOnServer(servers.databaseUrl);
  const index = `run${randomBytes(4).toString('hex')}`;
  const { qdrantUrl } = servers;
  return {
    env: {
      DATABASE_URL: database.url,
      KEY_SECRET: randomBytes(32).toString('hex'),
      DOWNLOAD_SECRET: randomBytes(32).toString('hex'),
      REDIS_URL: servers.redisUrl,
      ...(qdrantUrl !== undefined && { QDRANT_URL: qdrantUrl, QDRANT_COLLECTION: index }),
    },
    drop: async () => {
      await database.drop();
      if (qdrantUrl !== undefined) await dropCollections(qdrantUrl, index);
    },
  };
}

async function dropCollections(qdrantUrl: string, prefix: string): Promise<void> {
  const listed = await (await fetch(`${qdrantUrl}/collections`)).json();
  for (const { name } of collectionsSchema.parse(listed).result.collections)
    if (name.startsWith(prefix)) await fetch(`${qdrantUrl}/collections/${name}`, { method: 'DELETE' });
}
