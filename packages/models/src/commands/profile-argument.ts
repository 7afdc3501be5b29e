import { Argument } from 'commander';
import type { HubFile, HubManifest } from '../hub/hub-manifest.js';

/** A profile, a text encoder or a reranker that is downloaded; `lite` and `minilm` are part of the program. */
const HUB_MODELS = ['clip-b32', 'siglip2-b16', 'e5-small', 'minilm-l6'] as const;
export type HubModelName = (typeof HUB_MODELS)[number];

/** @param more models that need no download */
export function profileArgument(...more: string[]): Argument {
  return new Argument('<model>', 'which profile, text encoder or reranker').choices([...more, ...HUB_MODELS]);
}

/** @throws Error when the manifest does not name the model. */
export function downloadsOf({ profiles, textEncoders, rerankers }: HubManifest, id: HubModelName): HubFile[] {
  const entry = [...profiles, ...textEncoders, ...rerankers].find((known) => known.id === id);
  if (entry === undefined) throw new Error(`The manifest of models does not name ${id}.`);
  return Object.values(entry.files);
}
