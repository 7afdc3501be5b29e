import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { LabelledQuery } from './judgements.js';
import { qualityOf, type Quality } from './metrics.js';

/** The ways of searching that are compared, each a part of the next one's input. */
export const SYSTEMS = ['words alone', 'vectors alone', 'fused', 'fused + reranked'] as const;
export type System = (typeof SYSTEMS)[number];

/** Asset ids for a query, best first. */
export type Rank = (query: string) => Promise<string[]>;

/** The vector of a query by the text encoder. */
export type Encode = (text: string) => Promise<{ values: number[]; fingerprint: string }>;

export type Qualities = Record<System, Quality[]>;

const CALL_TIMEOUT_MS = 20_000;
/** As the gateway asks for a page of ten. */
const POOL_SIZE = 100;

/** The three systems that end with retrieval, through its own RPC. */
export function retrievalSystems(retrieval: RetrievalClient, encode: Encode) {
  const search = async (words: string, text: string): Promise<string[]> => {
    const { values, fingerprint } = text === '' ? { values: [], fingerprint: '' } : await encode(text);
    if (words === '' && values.length === 0) return [];
    const { candidates } = await retrieval.searchPoints(
      {
        words,
        limit: POOL_SIZE,
        ...(values.length > 0 && {
          vectors: [{ name: 'caption', target: 'TARGET_CAPTION', vector: { values } }],
          modelFingerprint: fingerprint,
        }),
      },
      detachedCall(CALL_TIMEOUT_MS),
    );
    return candidates.map(({ assetId }) => assetId);
  };
  return {
    'words alone': (query) => search(query, ''),
    'vectors alone': (query) => search('', query),
    fused: (query) => search(query, query),
  } satisfies Partial<Record<System, Rank>>;
}

/** The quality of every system's answer to every query, in the queries' order. */
export async function measure(
  queries: readonly LabelledQuery[],
  systems: Record<System, Rank>,
): Promise<Qualities> {
  const measured: Qualities = {
    'words alone': [],
    'vectors alone': [],
    fused: [],
    'fused + reranked': [],
  };
  for (const query of queries) {
    for (const system of SYSTEMS) {
      measured[system].push(qualityOf(query, await systems[system](query.query)));
    }
  }
  return measured;
}
