/**
 * A pooler such as PgBouncer refuses settings of a session, because a session is not the client's own.
 * @param advice What to do instead.
 */
export function explainPooler(error: unknown, advice: string): unknown {
  if (!(error as Error).message.includes('unsupported startup parameter')) return error;
  return new Error(`The address of the database leads to a connection pooler. ${advice}`, { cause: error });
}
