import { FACET_NAMES, facetRow, type FacetsWith, type FacetTable } from './facets.js';

/** A colour of an image, as it is stored and answered. */
export const COLOUR = /^#[0-9a-f]{6}$/;

/** The signals that are one number or flag each. */
export type PlainSignal = FacetsWith<{ message: 'signals'; kind: 'number' | 'flag' }>;

/** Their values; null is unknown. */
export type PlainSignals = {
  [Name in PlainSignal]: (FacetTable[Name]['kind'] extends 'number' ? number : boolean) | null;
};

export const PLAIN_SIGNALS: readonly PlainSignal[] = FACET_NAMES.filter(isPlainSignal);

function isPlainSignal(name: keyof FacetTable): name is PlainSignal {
  const { message, kind } = facetRow(name);
  return message === 'signals' && (kind === 'number' || kind === 'flag');
}
