/** The routes that a key may use. */
export const SCOPES = ['search', 'similar', 'asset', 'usage'] as const;

export type Scope = (typeof SCOPES)[number];
