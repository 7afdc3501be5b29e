import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith, ENGINES, found } from '@imagesearch/testkit/engines';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './repository.js';

export const CHART = join(ROOT, 'infra/helm/image-search');

/** A suite that renders the chart; one skipped test without Helm. */
export const describeWithHelm = (name: string, suite: () => void): void =>
  describeWith(ENGINES.helm, name, suite);

const helm = found(ENGINES.helm) ?? 'helm';

/** A build of Helm may not know its own Kubernetes version. */
const KUBERNETES_VERSION = '1.34.0';

export interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string>; labels: Record<string, string> };
  spec: Record<string, unknown>;
}

interface Container {
  command?: string[];
  env: { name: string; value?: string }[];
  volumeMounts: unknown[];
  securityContext: unknown;
  resources: unknown;
}

interface Pod {
  automountServiceAccountToken: boolean;
  serviceAccountName?: string;
  securityContext: unknown;
  containers: Container[];
  initContainers?: Container[];
  volumes: unknown[];
}

export interface Rendered {
  status: number | null;
  errors: string;
  text: string;
}

/** Values of an example, and further ones for `--set`. */
export function valuesOf(example: string, ...values: string[]): string[] {
  return [
    '--values',
    join(CHART, 'examples', `${example}.yaml`),
    ...values.flatMap((value) => ['--set', value]),
  ];
}

export function render(...args: string[]): Rendered {
  return renderAs('demo', ...args);
}

export function renderAs(release: string, ...args: string[]): Rendered {
  const { status, stdout, stderr } = spawnSync(helm, templateOf(release, args), {
    encoding: 'utf8',
  });
  return { status, errors: stderr, text: stdout };
}

/** As Helm renders an upgrade, with what the cluster of `kubeconfig` has. */
export async function renderAgainst(kubeconfig: string, ...args: string[]): Promise<Manifest[]> {
  const { stdout } = await promisify(execFile)(
    helm,
    templateOf('demo', [
      ...args,
      '--dry-run=server',
      '--disable-openapi-validation',
      '--kubeconfig',
      kubeconfig,
    ]),
  );
  return manifestsOf({ text: stdout });
}

function templateOf(release: string, args: string[]): string[] {
  return ['template', release, CHART, '--kube-version', KUBERNETES_VERSION, ...args];
}

export function manifestsOf({ text }: Pick<Rendered, 'text'>): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as (Omit<Manifest, 'spec'> & Partial<Manifest>) | null)
    .filter((manifest) => manifest !== null)
    .map((manifest) => ({ spec: {}, ...manifest }));
}

/** Everything that the chart makes of an example and further values. */
export function chart(example: string, ...values: string[]): Manifest[] {
  const rendered = render(...valuesOf(example, ...values));
  if (rendered.status !== 0) throw new Error(rendered.errors);
  return manifestsOf(rendered);
}

export function objectOf(rendered: Manifest[], kind: string, name: string): Manifest {
  const found = rendered.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
  return found;
}

export function podsOf(example: string, ...values: string[]): Pod[] {
  return chart(example, ...values).flatMap(({ kind, spec }) => {
    if (kind === 'Pod') return [spec as unknown as Pod];
    return 'template' in spec ? [(spec['template'] as { spec: Pod }).spec] : [];
  });
}

export function podOf(rendered: Manifest[], name: string): Pod {
  const owner = rendered.find(({ metadata, spec }) => metadata.name === name && 'template' in spec);
  if (owner === undefined) throw new Error(`There is no pod of ${name}.`);
  return (owner.spec['template'] as { spec: Pod }).spec;
}

export function envOf(rendered: Manifest[], name: string): Record<string, string | undefined> {
  const [container] = podOf(rendered, name).containers;
  return Object.fromEntries((container?.env ?? []).map((variable) => [variable.name, variable.value]));
}
