export interface ContentPage {
  graceMs: number;
  /** Digest after which the page begins; empty for the first one. */
  after: string;
  /** Contents to look at. */
  limit: number;
}

export interface CondemnedPage {
  condemned: string[];
  /** Digest of the last content of the page; undefined after the last page. */
  last: string | undefined;
}

/**
 * Which contents may have files in the blob store. It decides between an ingestion that is about to refer to a content
 * and a sweeper that is about to remove it: if the sweeper is first, the ingestion waits; else the sweeper skips it.
 */
export interface ContentRegister {
  /** Records that an asset is about to refer to the content; false while a sweeper removes its files. */
  claim(sha256: string): Promise<boolean>;
  /**
   * Looks at the next contents in the order of their digests, and marks those for removal that no asset in any state refers
   * to and whose last claim is older than `graceMs`. The register's own clock counts, so the clocks of replicas may differ.
   */
  condemn(page: ContentPage): Promise<CondemnedPage>;
  /** Marks one content for removal at once; false while an asset refers to it or another sweeper has it. */
  condemnNow(sha256: string): Promise<boolean>;
  /** Deletes the record of a condemned content, once its files are removed. */
  forget(sha256: string): Promise<void>;
}
