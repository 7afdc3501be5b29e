import { sourceOf } from './asset-id.js';
import { facetValue, type FacetValue } from './conditions.js';
import { facetRow, type FacetName } from './facets.js';
import { conditionsMet } from './use.js';
import type { UsedImage } from './use-facts.js';

/** What the catalogue holds of an image, as far as its point and its filters depend on it. Undefined and null are unknown. */
export interface Catalogued {
  metadata: CataloguedMetadata;
  rights: CataloguedRights | null | undefined;
}

export interface CataloguedMetadata {
  assetId?: string | undefined;
  title?: string | undefined;
  description?: string | undefined;
  tags?: readonly string[] | undefined;
  aiGenerated?: boolean | undefined;
  created?: string | undefined;
  creator?: string | undefined;
  provenance?: { statements?: readonly { ai?: boolean | undefined }[] | undefined } | null | undefined;
  facts?: Partial<Record<keyof UsedFacts | 'sensitive', boolean | undefined>> | null | undefined;
  signals?: { faces?: number | undefined } | null | undefined;
}

type UsedFacts = Pick<UsedImage, 'training' | 'modelRelease' | 'propertyRelease' | 'editorialOnly'>;
type Permission = 'commercial' | 'derivatives' | 'attributionRequired' | 'shareAlike';

export type CataloguedRights = { license?: string | undefined } & Partial<
  Record<Permission, boolean | undefined>
>;

/** The facets that a point carries beside rights and signals. What is unknown is absent. */
export function pointFacets({ metadata, rights }: Catalogued) {
  const { assetId = '', aiGenerated = false, created, creator, tags = [] } = metadata;
  const isGenerated = metadata.provenance?.statements?.[0]?.ai;
  return {
    source: sourceOf(assetId),
    tags: [...tags],
    aiGenerated,
    ...(isGenerated !== undefined && { humanMade: !isGenerated }),
    sensitive: metadata.facts?.sensitive === true,
    ...(created !== undefined && { created }),
    ...(creator !== undefined && { creator }),
    usable: rights ? conditionsMet(usedImage(metadata, rights)) : [],
  };
}

/** The facets of an image as the catalogue says them now; each is read when it is asked for. */
export function cataloguedFacets({ metadata, rights }: Catalogued): (facet: FacetName) => FacetValue {
  let ofPoint: object | undefined;
  const holding = (facet: FacetName): object | null | undefined => {
    const { message } = facetRow(facet);
    if (message === 'point') return (ofPoint ??= pointFacets({ metadata, rights }));
    return message === 'signals' ? metadata.signals : rights;
  };
  return (facet) => facetValue(facet, (holding(facet) as Record<string, unknown> | undefined)?.[facet]);
}

/** What the rules of use ask about. */
export function usedImage(metadata: CataloguedMetadata, rights: CataloguedRights): UsedImage {
  const { title = '', tags = [], description = '', facts, signals } = metadata;
  return {
    license: rights.license ?? 'unknown',
    commercial: rights.commercial ?? null,
    derivatives: rights.derivatives ?? null,
    attributionRequired: rights.attributionRequired ?? null,
    shareAlike: rights.shareAlike ?? null,
    training: facts?.training ?? null,
    modelRelease: facts?.modelRelease ?? null,
    propertyRelease: facts?.propertyRelease ?? null,
    editorialOnly: facts?.editorialOnly ?? null,
    faces: signals?.faces ?? null,
    ...{ title, tags, description },
  };
}
