/** What a key may be used for. */
export const SCOPES = ['search', 'similar', 'asset', 'usage'] as const;

export type Scope = (typeof SCOPES)[number];
