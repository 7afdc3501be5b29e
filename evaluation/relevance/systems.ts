import type { IngestClients } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { LabelledQuery } from './judgements.js';
import { bootstrapInterval, mean, qualityOf, type Quality } from './metrics.js';
import type { Product } from './product-stack.js';

/** Asset ids for a query, best first. */
export type Rank = (query: LabelledQuery) => Promise<string[]>;

/** Of every system's answer to every query, in the queries' order. */
export type Qualities<System extends string> = Record<System, Quality[]>;

const CALL_TIMEOUT_MS = 20_000;
/** As the gateway asks for a page of ten. */
const POOL_SIZE = 100;

/** The ways of searching that are compared, each a part of the next one's input. */
export function systemsOf({ embedding, retrieval }: IngestClients, product: Product) {
  const call = () => detachedCall(CALL_TIMEOUT_MS);
  const search = async (words: string, text: string): Promise<string[]> => {
    const { vectors = [], fingerprint = '' } =
      text === '' ? {} : await embedding.embedTexts({ texts: [text] }, call());
    const values = vectors[0]?.values ?? [];
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
      call(),
    );
    return candidates.map(({ assetId }) => assetId);
  };
  return {
    'words alone': ({ query }) => search(query, ''),
    'vectors alone': ({ query }) => search('', query),
    fused: ({ query }) => search(query, query),
    'fused + reranked': ({ query }) => product({ query }),
  } satisfies Record<string, Rank>;
}

export async function measure<System extends string>(
  queries: readonly LabelledQuery[],
  systems: Record<System, Rank>,
): Promise<Qualities<System>> {
  const measured: [string, Quality[]][] = [];
  for (const [name, rank] of Object.entries<Rank>(systems)) {
    const qualities: Quality[] = [];
    for (const query of queries) qualities.push(qualityOf(query, await rank(query)));
    measured.push([name, qualities]);
  }
  return Object.fromEntries(measured) as Qualities<System>;
}

/** Every system over all queries and over each group of them, with 95 % intervals, as Markdown. */
export function qualityTable<System extends string>(
  measure: keyof Quality,
  queries: readonly LabelledQuery[],
  qualities: Qualities<System>,
  groups: Readonly<Record<string, (query: LabelledQuery) => boolean>> = {},
): string {
  const kinds = [...new Set(queries.map(({ kind }) => kind))].map(
    (name) => [name, ({ kind }: LabelledQuery) => kind === name] as const,
  );
  const rows = [['all', () => true] as const, ...kinds, ...Object.entries(groups)].map(([name, has]) => {
    const isIn = queries.map(has);
    const cells = Object.values<Quality[]>(qualities).map((all) =>
      withInterval(all.filter((_, at) => isIn[at]).map((quality) => quality[measure])),
    );
    return [`${name} (${isIn.filter(Boolean).length})`, ...cells];
  });
  return markdown([[`${measure}@10`, ...Object.keys(qualities)], ...rows]);
}

export function withInterval(values: readonly number[]): string {
  const [low, high] = bootstrapInterval(values);
  return `${mean(values).toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}

/** Rows of cells, the first one the head, with columns brought to one width. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
