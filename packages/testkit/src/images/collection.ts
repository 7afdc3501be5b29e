import { NO_FACTS } from '@imagesearch/facets/declared';
import type { ListedSource, SourceItem } from '@imagesearch/ingest/sources/source';

/** An image that a test draws, and what its source says of it; what is left out it does not say. */
export interface DrawnImage {
  id: string;
  title?: string;
  tags?: string[];
  license?: string;
  creator?: string | null;
  aiGenerated?: boolean;
  created?: string;
  draw: () => Promise<Buffer>;
}

/** A collection that a test draws for itself; its assets are called `<source>:<id>`. */
export function collectionOf(source: string, images: readonly DrawnImage[]): ListedSource {
  const toItem = (image: DrawnImage): SourceItem => ({
    assetId: `${source}:${image.id}`,
    title: image.title ?? '',
    tags: image.tags ?? [],
    description: '',
    creator: image.creator ?? null,
    creatorUrl: null,
    licenseVerbatim: image.license ?? 'CC0 1.0',
    provenanceUrl: `https://example.org/${image.id}`,
    statements: image.aiGenerated === true ? [{ evidence: 'declared', ai: true, kind: null }] : [],
    facts: NO_FACTS,
    ...(image.created !== undefined && { created: image.created }),
    linkUrl: null,
    sourceVersion: JSON.stringify(image),
    image: { draw: image.draw },
  });
  return { source, total: images.length, entries: () => images.map(toItem) };
}

/** For a stack that a test fills itself. */
export const NO_IMAGES: ListedSource = collectionOf('none', []);
