/**
 * What a source or a file declares of an image beside its words, its licence and its date, one row each. The columns of tables,
 * what ingestion cleans, what the catalogue accepts and what an answer shows derive from this table; `DeclaredFacts` of
 * `rights.proto` is held to it by a test.
 */
export const DECLARED = {
  training: {
    kind: 'flag',
    answer: 'training',
    says: 'Whether models may be trained with it, according to PLUS Data Mining, a TDM reservation or its source',
  },
  modelRelease: {
    kind: 'flag',
    group: 'releases',
    answer: 'model',
    says: 'Whether the people in it have agreed',
  },
  propertyRelease: {
    kind: 'flag',
    group: 'releases',
    answer: 'property',
    says: 'Whether the owners of what it shows have agreed',
  },
  editorialOnly: { kind: 'flag', answer: 'editorial_only', says: 'Whether it is for editorial use only' },
  sensitive: {
    kind: 'flag',
    answer: 'sensitive',
    says: 'Whether its source marks it as unfit for everyone',
  },
  licensorUrl: {
    kind: 'address',
    answer: 'licensor_url',
    says: 'Where to get a licence (PLUS Licensor URL, or Web Statement of Rights)',
  },
  camera: {
    kind: 'line',
    charsMax: 200,
    answer: 'camera',
    says: 'Make and model of the camera, as the file declares them (Exif)',
    ofFile: true,
    inDetails: true,
  },
} as const satisfies Record<string, DeclaredRow>;

export interface DeclaredRow {
  /** `address`: of a web page. `line`: plain text on one line. */
  kind: 'flag' | 'address' | 'line';
  /** Of a line; a longer one is cut. */
  charsMax?: number;
  /** Its field in an answer. */
  answer: string;
  /** The object of an answer that holds the field. */
  group?: string;
  /** In the OpenAPI document, without a full stop. */
  says: string;
  /** Whether only the file itself says so: no table has a column for it. */
  ofFile?: true;
  /** Whether only the look-up of an asset shows it, and leaves it out where it is unknown. */
  inDetails?: true;
}

type Table = typeof DECLARED;
export type DeclaredName = keyof Table;
export const DECLARED_NAMES = Object.keys(DECLARED) as readonly DeclaredName[];

/** Names of the facts whose row has these properties. */
export type DeclaredWith<Properties> = {
  [Name in DeclaredName]: Table[Name] extends Properties ? Name : never;
}[DeclaredName];

/** Those that a source may declare, not the file alone. */
export type StatedName = Exclude<DeclaredName, DeclaredWith<{ ofFile: true }>>;
export const STATED_NAMES = DECLARED_NAMES.filter(
  (name): name is StatedName => declaredRow(name).ofFile !== true,
);

export type DeclaredValue<Name extends DeclaredName> = Table[Name]['kind'] extends 'flag' ? boolean : string;

/** Null is unknown, never a permission. */
export type DeclaredFacts = { [Name in DeclaredName]: DeclaredValue<Name> | null };

/** The same where not all of them are spoken of. */
export type SomeDeclared = { [Name in DeclaredName]?: DeclaredFacts[Name] | undefined };

// `Object.fromEntries` loses the names.
export const NO_FACTS = Object.fromEntries(DECLARED_NAMES.map((name) => [name, null])) as DeclaredFacts;

/** The row of a fact, with the properties that only some rows have. */
export function declaredRow(name: DeclaredName): DeclaredRow {
  return DECLARED[name];
}
