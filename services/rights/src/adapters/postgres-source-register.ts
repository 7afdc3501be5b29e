import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { SourceOrigin, SourceRegister } from '../domain/source-register.js';

/** An existing row is written again with its own values, so that it is returned. */
const CLAIM = `
  INSERT INTO rights.sources AS known (source, kind, machine, path) VALUES ($1, $2, $3, $4)
  ON CONFLICT (source) DO UPDATE SET
    kind = CASE WHEN $5::boolean THEN EXCLUDED.kind ELSE known.kind END,
    machine = CASE WHEN $5::boolean THEN EXCLUDED.machine ELSE known.machine END,
    path = CASE WHEN $5::boolean THEN EXCLUDED.path ELSE known.path END
  RETURNING kind, machine, path`;

const LIST = 'SELECT source, kind, machine, path FROM rights.sources ORDER BY source';

const RELEASE = `
  DELETE FROM rights.sources
  WHERE source = $1 AND NOT EXISTS (SELECT FROM rights.assets WHERE source = $1)`;

export function createPostgresSourceRegister(database: Pick<Database, 'query'>): SourceRegister {
  return {
    claim: async ({ source, origin }, replace) => {
      const { kind, machine, path } = origin;
      const { rows } = await database.query<SourceOrigin>(CLAIM, [source, kind, machine, path, replace]);
      return rows[0] ?? origin;
    },
    list: async () => {
      const { rows } = await database.query<SourceOrigin & { source: string }>(LIST);
      return rows.map(({ source, ...origin }) => ({ source, origin }));
    },
    release: async (source) => (await database.query(RELEASE, [source])).rowCount === 1,
  };
}
