import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeWith, ENGINES, found } from '@imagesearch/testkit/engines';
import { parseAllDocuments } from 'yaml';
import { ROOT } from '@imagesearch/testkit/repository';

const CHART = join(ROOT, 'infra/helm/image-search');

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

/** What the chart makes, by kind and name: `Deployment demo-gateway`. The variables of a container are by their names. */
export type Objects = Readonly<Record<string, Manifest>>;

interface Container {
  command?: string[];
  env: Record<string, string | undefined> | { name: string; value?: string }[];
  securityContext: unknown;
  resources: unknown;
}

interface Pod {
  automountServiceAccountToken: boolean;
  securityContext: unknown;
  containers: Container[];
  initContainers?: Container[];
}

/** Values of an example, and further ones for `--set` or, where they are JSON, `--set-json`. */
export function valuesOf(example: string, ...values: string[]): string[] {
  const set = values.flatMap((value) => [value.includes('={"') ? '--set-json' : '--set', value]);
  return ['--values', join(CHART, 'examples', `${example}.yaml`), ...set];
}

/** The text of the manifests. @throws what Helm says where it refuses, as `stderr` */
export async function render(args: readonly string[], release = 'demo'): Promise<string> {
  const words = ['template', release, CHART, '--kube-version', KUBERNETES_VERSION, ...args];
  const { stdout } = await promisify(execFile)(helm, words, { maxBuffer: Infinity });
  return stdout;
}

export function objectsIn(text: string): Objects {
  const manifests = parseAllDocuments(text)
    .map((document) => document.toJS() as (Omit<Manifest, 'spec'> & Partial<Manifest>) | null)
    .filter((manifest) => manifest !== null)
    .map((manifest) => ({ spec: {}, ...manifest }));
  for (const container of podsIn(manifests).flatMap(containersOf))
    if (Array.isArray(container.env))
      container.env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return Object.fromEntries(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each]));
}

/** Everything that the chart makes of an example and further values. */
export async function chart(example: string, ...values: string[]): Promise<Objects> {
  return objectsIn(await render(valuesOf(example, ...values)));
}

export function podsIn(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap(({ kind, spec }) => {
    if (kind === 'Pod') return [spec as unknown as Pod];
    return 'template' in spec ? [(spec['template'] as { spec: Pod }).spec] : [];
  });
}

export const containersOf = ({ containers, initContainers = [] }: Pod): Container[] => [
  ...containers,
  ...initContainers,
];
