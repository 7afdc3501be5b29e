import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { parseAllDocuments } from 'yaml';
import { ROOT } from './repository.js';

export const CHART = join(ROOT, 'infra/helm/image-search');

/** A build of Helm may not know its own Kubernetes version. */
const KUBERNETES_VERSION = '1.34.0';

export interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
}

export interface Rendered {
  status: number | null;
  errors: string;
  text: string;
}

export function render(...args: string[]): Rendered {
  return renderAs('demo', ...args);
}

export function renderAs(release: string, ...args: string[]): Rendered {
  const { status, stdout, stderr } = spawnSync(
    found(ENGINES.helm) ?? '',
    ['template', release, CHART, '--kube-version', KUBERNETES_VERSION, ...args],
    { encoding: 'utf8' },
  );
  return { status, errors: stderr, text: stdout };
}

export function manifestsOf({ text }: Rendered): Manifest[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
