import { declaredRow, STATED_NAMES, type DeclaredValue, type StatedName } from '@imagesearch/facets/declared';
import { snakeCase } from '@imagesearch/facets/facets';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';

const text = z.string().optional();
const webAddress = z.url({ protocol: /^https$/, error: 'expected an https address' });

/** In CSV every cell is text: tags are separated by `;` or `,` there. */
const tags = z
  .union([z.array(z.string()), z.string().transform((cell) => cell.split(/[;,]/))], {
    error: 'expected words, separated by "," or ";"',
  })
  .optional();

/** As people and spreadsheets write it, in the languages that agree on what the word means: `o` is "yes" in one and 0 in another. */
const FLAGS = new Map<unknown, boolean>([
  ...[
    'true',
    't',
    'yes',
    'y',
    '1',
    'x',
    '✓',
    '✔',
    'on',
    'wahr',
    'ja',
    'j',
    'oui',
    'vrai',
    'sí',
    'si',
    'sì',
    'sim',
  ].map((word) => [word, true] as const),
  ...['verdadero', 'verdadeiro', 'vero', 'waar', 'sant', 'tak', 'да'].map((word) => [word, true] as const),
  ...['false', 'f', 'no', 'n', '0', 'off', 'falsch', 'nein', 'non', 'faux', 'nee', 'nej', 'nei', 'falso'].map(
    (word) => [word, false] as const,
  ),
  ...['onwaar', 'não', 'nie', 'нет'].map((word) => [word, false] as const),
]);
const FLAG_WORDS = 'write yes or no (true, false, 1, 0, x, ja, nein, oui, non, sí are read too)';

const flag = z.union([z.boolean(), z.number(), z.string()]).transform((given, { issues }) => {
  if (typeof given === 'boolean') return given;
  const value = FLAGS.get(String(given).trim().normalize('NFC').toLowerCase());
  if (value !== undefined) return value;
  issues.push({ code: 'custom', input: given, message: `"${given}" is not read: ${FLAG_WORDS}` });
  return z.NEVER;
});

const declared = Object.fromEntries(
  STATED_NAMES.map((name) => [name, declaredRow(name).kind === 'flag' ? flag.optional() : text]),
  // `Object.fromEntries` loses the type of each name.
) as unknown as { [Name in StatedName]: z.ZodOptional<z.ZodType<DeclaredValue<Name>>> };

/** What a row says, by the names of the facts; a column is called `creator_url`. */
const columns = {
  /** A number is an id as well: many tables have no other. */
  id: z
    .union([z.string(), z.number().int().nonnegative().transform(String)], {
      error: 'expected a text or a whole number',
    })
    .optional(),
  file: z.string().min(1).optional(),
  url: webAddress.optional(),
  title: text,
  description: text,
  tags,
  creator: text,
  creatorUrl: text,
  license: text,
  licenseUrl: text,
  sourceUrl: text,
  aiGenerated: flag.optional(),
  ...declared,
  created: text,
  delivery: z.enum(['host', 'link']).optional(),
};

const rowSchema = z.object(columns).refine(({ delivery, url }) => delivery !== 'link' || url !== undefined, {
  path: ['delivery'],
  error: '"link" needs a url to send downloads to',
});

/** One row of a manifest or of a folder's `metadata.jsonl` or `.csv`. Unknown columns are passed over. */
export type ManifestRow = z.output<typeof rowSchema>;

/** The names of the columns. */
const COLUMNS: readonly string[] = Object.keys(columns).map(snakeCase);

/** What other programs call the columns; case, spaces and hyphens do not count. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['file_name', 'file'],
  ['filename', 'file'],
  ['keywords', 'tags'],
  ['author', 'creator'],
  ['licence', 'license'],
  ['licence_url', 'license_url'],
  ['date', 'created'],
  ['created_at', 'created'],
  ['editorial', 'editorial_only'],
  ['mature', 'sensitive'],
]);
/** A title where there is none, else a description. */
const CAPTION = 'caption';

/** @throws AssetFault naming every column that cannot be read. */
export function readRow(fields: unknown): ManifestRow {
  const { row, faults } = isRecord(fields) ? knownFields(fields) : { row: fields, faults: [] };
  const result = rowSchema.safeParse(row);
  if (result.success && faults.length === 0) return result.data;
  const unread = (result.error?.issues ?? []).map(
    ({ path, message }) => `${snakeCase(path.join('.')) || 'row'}: ${message}`,
  );
  throw new AssetFault([...faults, ...unread].join('; '));
}

/** The file that a row names, also when its other columns cannot be read. */
export function fileOfRow(fields: unknown): string | undefined {
  const file = isRecord(fields) ? knownFields(fields).row['file'] : undefined;
  return typeof file === 'string' && file !== '' ? file : undefined;
}

/** Where two columns of one meaning may not differ, because one of them would let out what the other holds back. */
const DECISIVE = new Set(['file', 'license', 'license_url', 'editorial_only', 'sensitive', 'training']);

export const isDecisive = (name: string): boolean => DECISIVE.has(columnOf(name));

export const isKnownColumn = (name: string): boolean => [...COLUMNS, CAPTION].includes(columnOf(name));

/** The columns of a row that mean nothing here, as they are written. */
export function unknownColumns(fields: unknown): string[] {
  return isRecord(fields) ? Object.keys(fields).filter((name) => !isKnownColumn(name)) : [];
}

interface KnownFields {
  /** By the names of the facts. */
  row: Record<string, unknown>;
  faults: string[];
}

/** Null says the same as leaving a field out. Our own name for a column counts more than another one. */
function knownFields(fields: Record<string, unknown>): KnownFields {
  const row: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value === null || !isKnownColumn(name)) continue;
    const column = columnOf(name);
    const fact = column.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
    const before = row[fact];
    if (before !== undefined && isDecisive(name) && before !== value)
      faults.push(`${column}: two columns of this meaning say different things`);
    if (before === undefined || column === name) row[fact] = value;
  }
  const { [CAPTION]: caption, ...said } = row;
  const captioned = said['title'] === undefined ? { title: caption } : { description: caption };
  return { row: caption === undefined ? said : { ...captioned, ...said }, faults };
}

function columnOf(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return OTHER_NAMES.get(plain) ?? plain;
}

function isRecord(fields: unknown): fields is Record<string, unknown> {
  return typeof fields === 'object' && fields !== null && !Array.isArray(fields);
}

/** Tables of rows can have any number of columns. */
const NAMES_MAX = 20;

/** The columns of a table that ingestion does not know. */
export class UnknownColumns {
  readonly #names = new Set<string>();

  add(names: readonly string[]): void {
    for (const name of names) if (this.#names.size < NAMES_MAX) this.#names.add(name);
  }

  /** A sentence for the operator; none when every column is known. */
  notices(): string[] {
    if (this.#names.size === 0) return [];
    const names = [...this.#names].map((name) => `"${printableText(name)}"`).join(', ');
    return [`Columns that are not known and were not read: ${names}. Known are ${COLUMNS.join(', ')}.`];
  }
}
