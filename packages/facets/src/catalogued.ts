import { sourceOf } from './asset-id.js';
import { facetValue, type FacetValue } from './conditions.js';
import { facetRow, type FacetName } from './facets.js';

/** What the catalogue holds of an image, as far as its point and its filters depend on it. Undefined and null are unknown. */
export interface Catalogued {
  metadata: CataloguedMetadata & { signals?: object | null | undefined };
  rights: object | null | undefined;
}

export interface CataloguedMetadata {
  assetId?: string | undefined;
  tags?: readonly string[] | undefined;
  aiGenerated?: boolean | undefined;
  created?: string | undefined;
  creator?: string | undefined;
  provenance?: { statements?: readonly { ai?: boolean | undefined }[] | undefined } | null | undefined;
  facts?: { sensitive?: boolean | undefined } | null | undefined;
}

/** The facets that a point carries beside rights and signals. What is unknown is absent. */
export function pointFacets(metadata: CataloguedMetadata) {
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
  };
}

/** The facets of an image as the catalogue says them now; each is read when it is asked for. */
export function cataloguedFacets({ metadata, rights }: Catalogued): (facet: FacetName) => FacetValue {
  let ofPoint: object | undefined;
  const holding = (facet: FacetName): object | null | undefined => {
    const { message } = facetRow(facet);
    if (message === 'point') return (ofPoint ??= pointFacets(metadata));
    return message === 'signals' ? metadata.signals : rights;
  };
  return (facet) => facetValue(facet, (holding(facet) as Record<string, unknown> | undefined)?.[facet]);
}
