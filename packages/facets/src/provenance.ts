/** Who says how an image was made: the file itself (`c2pa`, `xmp`), its collection, or the manifest of an ingestion. */
export const EVIDENCE = ['c2pa', 'xmp', 'source', 'declared'] as const;
/** Of a C2PA manifest. `untrusted`: whole, but signed by nobody on the trust list. */
export const SIGNATURES = ['valid', 'invalid', 'untrusted'] as const;

export interface Statement {
  evidence: (typeof EVIDENCE)[number];
  /** Whether a model or an algorithm made the image or a part of it; null where that does not follow. */
  ai: boolean | null;
  /** A term of IPTC's digital source types. */
  kind: string | null;
}

/** How an image was made, as far as anybody says; null is unknown. */
export interface Provenance {
  /** The first decides. */
  statements: Statement[];
  /** Null also where it cannot be checked. */
  signature: (typeof SIGNATURES)[number] | null;
  /** The program that wrote the C2PA manifest. */
  claimGenerator: string | null;
  /** When the manifest says that the image was created (ISO 8601). */
  createdAt: string | null;
}

export const UNSAID: Provenance = { statements: [], signature: null, claimGenerator: null, createdAt: null };
