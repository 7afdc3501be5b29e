/**
 * Which contents may have files in the blob store. It decides between an ingestion that is about to refer to a content
 * and a sweeper that is about to remove it: if the sweeper is first, the ingestion waits; else the sweeper skips it.
 */
export interface ContentRegister {
  /** Records that an asset is about to refer to the content; false while a sweeper removes its files. */
  claim(sha256: string): Promise<boolean>;
  /**
   * Marks up to `limit` contents for removal: no asset in any state refers to them, and the last claim is older than
   * `graceMs`. The register's own clock counts, so the clocks of replicas may differ.
   */
  condemn(graceMs: number, limit: number): Promise<string[]>;
  /** Marks one content for removal at once; false while an asset refers to it or another sweeper has it. */
  condemnNow(sha256: string): Promise<boolean>;
  /** Deletes the record of a condemned content, once its files are removed. */
  forget(sha256: string): Promise<void>;
}
