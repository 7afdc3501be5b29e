import type { Database } from '@imagesearch/service-kit/postgres/database';

/** Where the assets of a source come from. */
interface SourceOrigin {
  /** `folder`, `manifest`, or the name of a network source. */
  kind: string;
  /** Empty where the collection is the same on every machine. */
  machine: string;
  path: string;
}

/** What its operator says of every image of a source. */
interface Stated {
  license: string | null;
  /** Whether the licence replaces what files state. */
  overridesLicense: boolean | null;
  creator: string | null;
}

interface ListedSource {
  source: string;
  origin: SourceOrigin;
  /** Whether locations are cut out of its files; null until its operator has decided it. */
  stripLocation: boolean | null;
  stated: Stated;
}

interface SourceClaim extends Pick<ListedSource, 'source' | 'origin'> {
  stripLocation?: boolean;
  /** What is said from now on; an empty text takes back what was said. */
  stated?: { [Name in keyof Stated]?: NonNullable<Stated[Name]> };
}

/** An existing row is written again with its own values, so that it is returned. */
const CLAIM = `
  INSERT INTO rights.sources AS known (source, kind, machine, path, strip_location, license, overrides_license, creator)
  VALUES ($1, $2, $3, $4, $6, nullif($7, ''), $8, nullif($9, ''))
  ON CONFLICT (source) DO UPDATE SET
    kind = CASE WHEN $5::boolean THEN EXCLUDED.kind ELSE known.kind END,
    machine = CASE WHEN $5::boolean THEN EXCLUDED.machine ELSE known.machine END,
    path = CASE WHEN $5::boolean THEN EXCLUDED.path ELSE known.path END,
    strip_location = COALESCE(EXCLUDED.strip_location, known.strip_location),
    license = CASE WHEN $7::text IS NULL THEN known.license ELSE EXCLUDED.license END,
    overrides_license = CASE WHEN $7::text IS NULL THEN known.overrides_license ELSE EXCLUDED.overrides_license END,
    creator = CASE WHEN $9::text IS NULL THEN known.creator ELSE EXCLUDED.creator END
  RETURNING kind, machine, path`;

const LIST = `
  SELECT source, kind, machine, path, strip_location AS "stripLocation", license, overrides_license AS "overridesLicense", creator
  FROM rights.sources ORDER BY source`;

const RELEASE = `
  DELETE FROM rights.sources
  WHERE source = $1 AND NOT EXISTS (SELECT FROM rights.assets WHERE source = $1)`;

export type SourceRegister = ReturnType<typeof createSourceRegister>;

/** Which collection owns which source, so that no other one is ingested under its name. */
export function createSourceRegister(database: Pick<Database, 'query'>) {
  return {
    /** Records the origin of a source that has none, or replaces it, and what is decided. @returns the origin on record. */
    claim: async ({ source, origin, stripLocation, stated = {} }: SourceClaim, replace: boolean) => {
      const { kind, machine, path } = origin;
      const { license = null, overridesLicense = null, creator = null } = stated;
      const { rows } = await database.query<SourceOrigin>(CLAIM, [
        ...[source, kind, machine, path, replace, stripLocation ?? null],
        ...[license, overridesLicense, creator],
      ]);
      return rows[0] ?? origin;
    },
    /** Sorted by source. */
    list: async (): Promise<ListedSource[]> => {
      const { rows } = await database.query<SourceOrigin & Stated & Omit<ListedSource, 'origin' | 'stated'>>(
        LIST,
      );
      return rows.map(({ source, stripLocation, license, overridesLicense, creator, ...origin }) => ({
        source,
        origin,
        stripLocation,
        stated: { license, overridesLicense, creator },
      }));
    },
    /** Forgets the origin of a source without assets; false when it has assets or no origin. */
    release: async (source: string) => (await database.query(RELEASE, [source])).rowCount === 1,
  };
}
