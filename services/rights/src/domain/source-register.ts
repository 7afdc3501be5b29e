/** Where the assets of a source come from. */
export interface SourceOrigin {
  /** `folder`, `manifest`, or the name of a network source. */
  kind: string;
  /** Empty where the collection is the same on every machine. */
  machine: string;
  path: string;
}

export interface SourceClaim {
  source: string;
  origin: SourceOrigin;
}

/** Which collection owns which source, so that no other one is ingested under its name. */
export interface SourceRegister {
  /** Records the origin of a source that has none, or replaces it. @returns the origin on record. */
  claim(claim: SourceClaim, replace: boolean): Promise<SourceOrigin>;
  /** Sorted by source. */
  list(): Promise<SourceClaim[]>;
  /** Forgets the origin of a source without assets; false when it has assets or no origin. */
  release(source: string): Promise<boolean>;
}
