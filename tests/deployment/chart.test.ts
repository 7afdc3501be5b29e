import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { both, describeWith, ENGINES, pythonWith } from '@imagesearch/testkit/engines';
import { CHART, manifestsOf, render, renderAs } from './support/helm.js';

const EXAMPLES = ['small', 'production', 'gpu'];
const SERVICES = ['gateway', 'embedding', 'retrieval', 'reranker', 'rights', 'ingest'];

/** Of Helm, and of Kubernetes for a service. */
const RELEASE_CHARACTERS_MAX = 53;
const NAME_CHARACTERS_MAX = 63;

const exampleArgs = (name: string): string[] => ['--values', join(CHART, 'examples', `${name}.yaml`)];

describeWith(
  both(ENGINES.helm, pythonWith('kubernetes_validate')),
  'by the schemas of Kubernetes, the chart',
  ([, python]) => {
    it.each(EXAMPLES)('is valid with the values %s', (name) => {
      const rendered = render(...exampleArgs(name));
      expect(rendered).toMatchObject({ status: 0, errors: '' });
      const file = join(mkdtempSync(join(tmpdir(), 'chart-')), 'manifests.yaml');
      writeFileSync(file, rendered.text);
      const { status, stdout, stderr } = spawnSync(
        python,
        ['-m', 'kubernetes_validate', '--strict', '--no-warn', '-k', '1.34', file],
        { encoding: 'utf8' },
      );
      expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 });
      expect(stdout).toContain('passed');
    });
  },
);

describeWith(ENGINES.helm, 'the chart', () => {
  it('runs every container as another user than root, on a read-only disk, with no capability', () => {
    const pods = podsOf('production');
    // The job that migrates is the last one.
    expect(pods).toHaveLength(SERVICES.length + 1);
    for (const pod of pods) {
      expect(pod.automountServiceAccountToken).toBe(false);
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(container.resources).toMatchObject({ requests: {}, limits: {} });
      }
    }
  });

  it('puts no value of a secret into a variable', () => {
    for (const { containers } of podsOf('production')) {
      const names = containers.flatMap(({ env }) => env.map(({ name }) => name));
      expect(names.filter((name) => /SECRET|TOKEN|DATABASE_URL|REDIS/.test(name))).not.toEqual([]);
      for (const name of names.filter((known) => /SECRET|TOKEN|DATABASE_URL|REDIS/.test(known)))
        expect(name).toMatch(/_FILE$/);
    }
  });

  it('allows each service only the peers that it calls', () => {
    const policies = manifestsOf(render(...exampleArgs('production'))).filter(
      ({ kind }) => kind === 'NetworkPolicy',
    );
    const callers = (service: string): unknown =>
      JSON.stringify(policies.find(({ metadata }) => metadata.name === `demo-${service}`)?.spec['ingress']);
    expect(policies.map(({ metadata }) => metadata.name)).toContain('demo-all');
    expect(callers('rights')).toContain('"gateway"');
    expect(callers('rights')).not.toContain('"embedding"');
    expect(callers('reranker')).not.toContain('"ingest"');
    // Only what scrapes metrics.
    expect(callers('ingest')).not.toContain('podSelector');
    expect(callers('ingest')).not.toContain('grpc');
  });

  it('gives every object a name that Kubernetes takes, however long the name of the release is', () => {
    const rendered = manifestsOf(renderAs('r'.repeat(RELEASE_CHARACTERS_MAX), ...exampleArgs('production')));
    const names = rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
    const longest = Math.max(...rendered.map(({ metadata }) => metadata.name.length));
    expect(longest).toBeLessThanOrEqual(NAME_CHARACTERS_MAX);
  });

  it('refuses a variable that the service does not read, and names it', () => {
    const { status, errors } = render(...exampleArgs('small'), '--set', 'embedding.env.EMBEDDING_TREADS=4');
    expect(status).toBe(1);
    expect(errors).toContain('EMBEDDING_TREADS');
  });

  it('refuses files of images in a folder that no volume keeps', () => {
    const { status, errors } = render(...exampleArgs('small'), '--set', 'blobs.existingClaim=');
    expect(status).toBe(1);
    expect(errors).toContain('existingClaim');
  });

  it('refuses to render without the addresses of the stores', () => {
    const { status, errors } = render();
    expect(status).toBe(1);
    expect(errors).toContain('publicBaseUrl');
  });
});

interface Pod {
  automountServiceAccountToken: boolean;
  securityContext: unknown;
  containers: { env: { name: string }[]; securityContext: unknown; resources: unknown }[];
  initContainers?: Pod['containers'];
}

function podsOf(example: string): Pod[] {
  return manifestsOf(render(...exampleArgs(example)))
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ spec }) => (spec['template'] as { spec: Pod }).spec);
}
