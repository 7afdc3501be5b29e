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
  const collections = async (): Promise<string[]> => {
    const answer = await fetch(`${server}/collections`);
    const { result } = answerSchema.parse(await answer.json());
    return result.collections.map(({ name }) => name).filter((name) => name.startsWith(prefix));
  };
  return {
    env: { QDRANT_URL: server, QDRANT_COLLECTION: prefix },
    collections,
    drop: async () => {
      for (const name of await collections())
        await fetch(`${server}/collections/${name}`, { method: 'DELETE' });
    },
  };
}

const answerSchema = z.object({ result: z.object({ collections: z.array(z.object({ name: z.string() })) }) });
