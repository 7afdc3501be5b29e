/**
 * Whether a model or an algorithm made what has this digital source type, in whole or in part
 * (http://cv.iptc.org/newscodes/digitalsourcetype). The other types settle nothing, such as a screenshot.
 */
const GENERATED: Readonly<Record<string, boolean>> = {
  trainedAlgorithmicMedia: true,
  compositeWithTrainedAlgorithmicMedia: true,
  algorithmicMedia: true,
  compositeSynthetic: true,
  digitalCapture: false,
  negativeFilm: false,
  positiveFilm: false,
  print: false,
  humanEdits: false,
  minorHumanEdits: false,
  digitalCreation: false,
  compositeCapture: false,
};
const TERMS = new Map(Object.keys(GENERATED).map((term) => [term.toLowerCase(), term]));

export interface SourceType {
  /** Null where the text ends in no word. */
  kind: string | null;
  /** Null where the type does not settle it. */
  isGenerated: boolean | null;
}

/** @param address An address of the vocabulary, or its last part. */
export function sourceTypeOf(address: string): SourceType {
  const last = /[A-Za-z]{1,64}$/.exec(address.trim().replace(/\/$/, ''))?.[0];
  const kind = last === undefined ? null : (TERMS.get(last.toLowerCase()) ?? last);
  return { kind, isGenerated: (kind === null ? undefined : GENERATED[kind]) ?? null };
}

/** The first of the types that says "generated". */
export const generatedTypeOf = (addresses: readonly string[]): string | undefined =>
  addresses.map(sourceTypeOf).find(({ isGenerated }) => isGenerated === true)?.kind ?? undefined;
