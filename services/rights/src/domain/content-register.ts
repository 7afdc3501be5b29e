/**
 * Which contents may have files in the blob store. It decides between an intake that is about to refer to a content and
 * a sweeper that is about to remove it: whichever is first, the other one waits or passes it over.
 */
export interface ContentRegister {
  /** Says that an asset is about to refer to it; false while a sweeper removes its files. */
  claim(sha256: string): Promise<boolean>;
  /**
   * Up to `limit` contents that no asset refers to, whatever its state, and nobody has claimed for `graceMs`. Time is the
   * register's own, so that the clocks of replicas may differ.
   */
  condemn(graceMs: number, limit: number): Promise<string[]>;
  /** Forgets a condemned content, once its files are gone. */
  forget(sha256: string): Promise<void>;
}
