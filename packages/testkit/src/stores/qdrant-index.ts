import { z } from 'zod';

/** An index of a test's own on a server of Qdrant. */
export interface QdrantIndex {
  /** What a service is configured by. */
  env: { QDRANT_URL: string; QDRANT_COLLECTION: string };
  /** Names of its collections, whether they serve or not. */
  collections: () => Promise<string[]>;
  drop: () => Promise<void>;
}

export function newQdrantIndex(server: string): QdrantIndex {
  const prefix = `test-${crypto.randomUUID()}`;
  const all = async (): Promise<string[]> => {
    const answer = await fetch(`${server}/collections`);
    const { result } = answerSchema.parse(await answer.json());
    return result.collections.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };
  return {
    env: { QDRANT_URL: server, QDRANT_COLLECTION: prefix },
    collections: async () => (await all()).filter((name) => !name.endsWith(RECORD)),
    drop: async () => {
      for (const name of await all()) await fetch(`${server}/collections/${name}`, { method: 'DELETE' });
    },
  };
}

/** How the record of a rebuild ends, which is kept in a collection. */
const RECORD = 'rebuild-record';

const answerSchema = z.object({ result: z.object({ collections: z.array(z.object({ name: z.string() })) }) });
