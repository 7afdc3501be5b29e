import { readText } from '@imagesearch/testkit/repository';

const FILES = ['infra/prometheus/alerts.yml', 'infra/grafana/image-search.json'];
const OURS =
  /\b(?:gateway|rpc_server|service_certificate|database|embedding|retrieval|reranker|rights|ingest|nodejs|process)_[a-z0-9_]+/g;
/** The parts of a histogram have its name with an ending. */
const ENDING = /_(?:bucket|sum|count)$/;

/** Every metric that the dashboard or an alert names. */
export function namedMetrics(): Set<string> {
  return new Set(
    FILES.flatMap((file) => readText(file).match(OURS) ?? [])
      .filter((name) => name !== 'rpc_server')
      .map((name) => name.replace(ENDING, '')),
  );
}

/** The metrics of a page, by their own names. */
export function metricsOf(page: string): string[] {
  return [...page.matchAll(/^# TYPE (?<name>\w+)/gm)].map(([, name]) => name ?? '');
}

/** The metrics that docs/reference/metrics.md lists. */
export function documentedMetrics(): string[] {
  const [, section = ''] = readText('docs/reference/metrics.md').split(/^## Metrics$/m);
  const [table = ''] = section.split(/^## /m);
  return [...table.matchAll(/^\| `(?<name>\w+)`/gm)].map(([, name]) => name ?? '');
}
