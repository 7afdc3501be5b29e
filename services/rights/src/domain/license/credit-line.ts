import type { License } from './license.js';

export interface CreditedWork {
  title: string;
  creator: string | null;
  provenanceUrl: string;
}

/**
 * The credit string in TASL order (title, author, source, licence), or null when none is required. What the source
 * does not say is left out, never invented.
 */
export function creditLine(
  { title, creator, provenanceUrl }: CreditedWork,
  { facts, name, deedUrl }: License,
): string | null {
  if (facts.attributionRequired !== true) return null;
  const plainTitle = oneLine(title).replaceAll('"', "'");
  const work = plainTitle === '' ? 'This work' : `"${plainTitle}"`;
  const author = oneLine(creator ?? '');
  const deed = deedUrl === null ? '' : ` (${deedUrl})`;
  const source = provenanceUrl === '' ? '' : ` Source: ${provenanceUrl}`;
  return `${work}${author === '' ? '' : ` by ${author}`}, licensed under ${name}${deed}.${source}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
