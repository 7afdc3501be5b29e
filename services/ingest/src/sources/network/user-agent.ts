const USER_AGENT = 'image-search-ingest/0.1';

/** Sources ask to be told who calls; Wikimedia refuses those who do not say. */
export function userAgentOf(contact: string | undefined): string {
  return contact === undefined ? USER_AGENT : `${USER_AGENT} (${contact})`;
}
