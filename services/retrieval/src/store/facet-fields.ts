import type { Facets } from '../domain/point.js';

/** The name of each facet in a table or payload, the same in both engines. */
export const FIELD_OF_FACET: Readonly<Record<keyof Omit<Facets, 'palette'>, string>> = {
  source: 'source',
  aiGenerated: 'ai_generated',
  license: 'license',
  commercial: 'commercial',
  derivatives: 'derivatives',
  attributionRequired: 'attribution_required',
  shareAlike: 'share_alike',
  luminance: 'luminance',
  monochrome: 'monochrome',
  faces: 'faces',
  aspect: 'aspect',
  negSpace: 'neg_space',
};
