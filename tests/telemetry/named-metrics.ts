import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const FILES = ['infra/prometheus/alerts.yml', 'infra/grafana/image-search.json'];
const OURS =
  /\b(?:gateway|rpc_server|service_certificate|database|embedding|retrieval|reranker|rights|ingest|nodejs|process)_[a-z0-9_]+/g;
/** The parts of a histogram have its name with an ending. */
const ENDING = /_(?:bucket|sum|count)$/;

/** Every metric that the dashboard or an alert names. */
export async function namedMetrics(): Promise<Set<string>> {
  const texts = await Promise.all(FILES.map((file) => readFile(join(ROOT, file), 'utf8')));
  return new Set(
    texts
      .flatMap((text) => text.match(OURS) ?? [])
      .filter((name) => name !== 'rpc_server')
      .map((name) => name.replace(ENDING, '')),
  );
}

/** The metrics of a page, by their own names. */
export function metricsOf(page: string): string[] {
  return [...page.matchAll(/^# TYPE (?<name>\w+)/gm)].map(([, name]) => name ?? '');
}

/** The metrics that docs/reference/metrics.md lists. */
export async function documentedMetrics(): Promise<string[]> {
  const text = await readFile(join(ROOT, 'docs/reference/metrics.md'), 'utf8');
  const [, section = ''] = text.split(/^## Metrics$/m);
  const [table = ''] = section.split(/^## /m);
  return [...table.matchAll(/^\| `(?<name>\w+)`/gm)].map(([, name]) => name ?? '');
}
