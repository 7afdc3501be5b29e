import { isTuningQuery, KINDS, type LabelledQuery } from './judgements.js';
import { bootstrapInterval, mean, type Quality } from './metrics.js';
import { SYSTEMS, type Qualities, type System } from './systems.js';

type Measure = keyof Quality;

const MEASURES: { measure: Measure; name: string }[] = [
  { measure: 'ndcg', name: 'nDCG@10' },
  { measure: 'recall', name: 'recall@10' },
];

/** Every system over all queries, by kind and by half, as Markdown. */
export function qualityTables(queries: readonly LabelledQuery[], qualities: Qualities): string {
  const columns: [string, (query: LabelledQuery) => boolean][] = [
    ['all', () => true],
    ...KINDS.map((kind): [string, (query: LabelledQuery) => boolean] => [
      kind,
      (query) => query.kind === kind,
    ]),
    ['tuning half', isTuningQuery],
    ['other half', (query) => !isTuningQuery(query)],
  ];
  return MEASURES.map(({ measure, name }) =>
    markdown([
      [name, ...columns.map(([title, has]) => `${title} (${queries.filter(has).length})`)],
      ...SYSTEMS.map((system) => [
        system,
        ...columns.map(([, has]) => average(queries, qualities[system], measure, has)),
      ]),
    ]),
  ).join('\n\n');
}

/** What reranking wins over the best of the other systems, with its 95 % interval. */
export function gainOfReranking(qualities: Qualities): string {
  return MEASURES.map(({ measure, name }) => {
    const rival = bestOther(qualities, measure);
    const differences = qualities['fused + reranked'].map(
      (quality, at) => quality[measure] - (qualities[rival][at]?.[measure] ?? 0),
    );
    const [low, high] = bootstrapInterval(differences).map(signed);
    return `${name}, fused + reranked less ${rival}: ${signed(mean(differences))} (95 %: ${low} to ${high})`;
  }).join('\n');
}

function bestOther(qualities: Qualities, measure: Measure): System {
  const total = (system: System): number => mean(qualities[system].map((quality) => quality[measure]));
  const [best = 'fused'] = SYSTEMS.filter((system) => system !== 'fused + reranked').sort(
    (a, b) => total(b) - total(a),
  );
  return best;
}

function average(
  queries: readonly LabelledQuery[],
  qualities: readonly Quality[],
  measure: Measure,
  has: (query: LabelledQuery) => boolean,
): string {
  const values = qualities.flatMap((quality, at) => {
    const query = queries[at];
    return query && has(query) ? [quality[measure]] : [];
  });
  return mean(values).toFixed(3);
}

/** Rows of cells, the first one the head, with columns brought to one width. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}
