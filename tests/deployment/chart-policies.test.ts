import { expect, it } from '@jest/globals';
import { chart, describeWithHelm, manifestsOf, render, valuesOf, type Manifest } from './support/helm.js';

interface Policy {
  podSelector: { matchLabels: Record<string, string> };
  ingress?: unknown[];
  egress: { ports?: { protocol: string; port: number }[]; to?: unknown[] }[];
}

describeWithHelm('the policies of the chart', () => {
  it.each(['small', 'production', 'gpu', 'openshift'])('are there with the values %s', (example) => {
    expect(policies(example).size).toBeGreaterThan(7);
  });

  it('allow each service only the peers that it calls', () => {
    const made = policies('production');
    const callers = (service: string): unknown => JSON.stringify(made.get(`demo-${service}`)?.spec.ingress);
    expect([...made.keys()]).toContain('demo-all');
    expect(callers('rights')).toContain('"gateway"');
    expect(callers('rights')).not.toContain('"embedding"');
    expect(callers('reranker')).not.toContain('"ingest"');
    // Only what scrapes metrics.
    expect(callers('ingest')).not.toContain('podSelector');
    expect(callers('ingest')).not.toContain('grpc');
    // `helm test` is a caller too.
    expect(callers('gateway')).toContain('"test"');
  });

  it('let the job that migrates reach DNS and Postgres in a namespace that denies everything, before the job is there', () => {
    const rendered = chart('small', 'networkPolicy.dnsPorts={5353}');
    const job = rendered.find(({ kind }) => kind === 'Job');
    const policy = rendered.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'demo-migrate',
    );
    expect(policy?.metadata.annotations?.['helm.sh/hook']).toBe(job?.metadata.annotations?.['helm.sh/hook']);
    const weight = (manifest?: Manifest): number =>
      Number(manifest?.metadata.annotations?.['helm.sh/hook-weight']);
    expect(weight(policy)).toBeLessThan(weight(job));
    const ports = (policy?.spec as unknown as Policy).egress.flatMap((rule) => rule.ports ?? []);
    expect(ports).toEqual([
      { protocol: 'UDP', port: 5353 },
      { protocol: 'TCP', port: 5353 },
      { protocol: 'TCP', port: 5432 },
    ]);
  });

  it('allow every pod, and the job that migrates, what the values add', () => {
    const collector = {
      ports: [{ protocol: 'TCP', port: 4318 }],
      to: [{ ipBlock: { cidr: '10.1.0.0/16' } }],
    };
    const made = policies('small', `networkPolicy.extraEgress=${JSON.stringify([collector])}`);
    expect(made.get('demo-all')?.spec.egress).toContainEqual(collector);
    expect(made.get('demo-migrate')?.spec.egress).toContainEqual(collector);
  });

  it('let what reads the web use IPv6, and no address of the cluster', () => {
    const blocks = policies('small')
      .get('demo-embedding')
      ?.spec.egress.flatMap(({ to }) => to ?? []);
    expect(blocks).toContainEqual({ ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } });
  });

  it('let only retrieval and other nodes reach the Qdrant of the chart', () => {
    const made = policies('small');
    expect(made.get('demo-qdrant')?.spec.ingress).toMatchObject([
      {
        ports: [{ port: 6333 }],
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'retrieval' } } }],
      },
      {
        ports: [{ port: 6335 }],
        from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/component': 'qdrant' } } }],
      },
    ]);
    expect(JSON.stringify(made.get('demo-retrieval')?.spec.egress)).toContain('"qdrant"');
  });
});

function policies(example: string, ...json: string[]): Map<string, { spec: Policy }> {
  const rendered = manifestsOf(
    render(...valuesOf(example), ...json.flatMap((value) => ['--set-json', value])),
  );
  return new Map(
    rendered
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map(({ metadata, spec }) => [metadata.name, { spec: spec as unknown as Policy }]),
  );
}
