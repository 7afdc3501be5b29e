import type { Database } from '@imagesearch/service-kit/postgres/database';

/** Where the assets of a source come from. */
interface SourceOrigin {
  /** `folder`, `manifest`, or the name of a network source. */
  kind: string;
  /** Empty where the collection is the same on every machine. */
  machine: string;
  path: string;
}

interface SourceClaim {
  source: string;
  origin: SourceOrigin;
  /** Whether locations are cut out of its files; undefined until its operator has decided it. */
  stripLocation?: boolean;
}

interface ListedSource {
  source: string;
  stripLocation: boolean | null;
}

/** An existing row is written again with its own values, so that it is returned. */
const CLAIM = `
  INSERT INTO rights.sources AS known (source, kind, machine, path, strip_location)
  VALUES ($1, $2, $3, $4, $6)
  ON CONFLICT (source) DO UPDATE SET
    kind = CASE WHEN $5::boolean THEN EXCLUDED.kind ELSE known.kind END,
    machine = CASE WHEN $5::boolean THEN EXCLUDED.machine ELSE known.machine END,
    path = CASE WHEN $5::boolean THEN EXCLUDED.path ELSE known.path END,
    strip_location = COALESCE(EXCLUDED.strip_location, known.strip_location)
  RETURNING kind, machine, path`;

const LIST = `
  SELECT source, kind, machine, path, strip_location AS "stripLocation" FROM rights.sources ORDER BY source`;

const RELEASE = `
  DELETE FROM rights.sources
  WHERE source = $1 AND NOT EXISTS (SELECT FROM rights.assets WHERE source = $1)`;

export type SourceRegister = ReturnType<typeof createSourceRegister>;

/** Which collection owns which source, so that no other one is ingested under its name. */
export function createSourceRegister(database: Pick<Database, 'query'>) {
  return {
    /** Records the origin of a source that has none, or replaces it, and what is decided. @returns the origin on record. */
    claim: async ({ source, origin, stripLocation }: SourceClaim, replace: boolean) => {
      const { kind, machine, path } = origin;
      const { rows } = await database.query<SourceOrigin>(CLAIM, [
        ...[source, kind, machine, path, replace, stripLocation ?? null],
      ]);
      return rows[0] ?? origin;
    },
    /** Sorted by source. */
    list: async (): Promise<SourceClaim[]> => {
      const { rows } = await database.query<SourceOrigin & ListedSource>(LIST);
      return rows.map(({ source, stripLocation, ...origin }) => ({
        source,
        origin,
        ...(stripLocation !== null && { stripLocation }),
      }));
    },
    /** Forgets the origin of a source without assets; false when it has assets or no origin. */
    release: async (source: string) => (await database.query(RELEASE, [source])).rowCount === 1,
  };
}
