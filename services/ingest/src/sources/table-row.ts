import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { z } from 'zod';
import { AssetFault } from '../asset-failure.js';

const text = z.string().optional();
const webAddress = z.url({ protocol: /^https$/, error: 'expected an https address' });

/** In CSV every cell is text: tags are separated by `;` or `,` there. */
const tags = z.union([z.array(z.string()), z.string().transform((cell) => cell.split(/[;,]/))]).optional();
const flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] }),
]);

/** What a row says, by the names of the facts; a column is called `creator_url`. */
const columns = {
  /** A number is an id as well: many tables have no other. */
  id: z.union([z.string(), z.number().int().nonnegative().transform(String)]).optional(),
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
  training: flag.optional(),
  modelRelease: flag.optional(),
  propertyRelease: flag.optional(),
  editorialOnly: flag.optional(),
  sensitive: flag.optional(),
  licensorUrl: text,
  created: text,
  delivery: z.enum(['host', 'link']).optional(),
};

const rowSchema = z.object(columns).refine(({ delivery, url }) => delivery !== 'link' || url !== undefined, {
  path: ['delivery'],
  message: '"link" needs a url to send downloads to',
});

/** One row of a manifest or of a folder's `metadata.jsonl` or `.csv`. Unknown columns are passed over. */
export type ManifestRow = z.output<typeof rowSchema>;

/** The names of the columns. */
const COLUMNS: readonly string[] = Object.keys(columns).map(columnOfFact);

/** What other programs call the columns; case, spaces and hyphens do not count. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  file_name: 'file',
  filename: 'file',
  keywords: 'tags',
  author: 'creator',
  licence: 'license',
  licence_url: 'license_url',
  date: 'created',
  created_at: 'created',
  editorial: 'editorial_only',
  mature: 'sensitive',
};
/** A title where there is none, else a description. */
const CAPTION = 'caption';

/** @throws AssetFault naming every column that cannot be read. */
export function readRow(fields: unknown): ManifestRow {
  const result = rowSchema.safeParse(isRecord(fields) ? knownFields(fields) : fields);
  if (result.success) return result.data;
  const faults = result.error.issues.map(
    ({ path, message }) => `${columnOfFact(path.join('.')) || 'row'}: ${message}`,
  );
  throw new AssetFault(faults.join('; '));
}

/** The file that a row names, also when its other columns cannot be read. */
export function fileOfRow(fields: unknown): string | undefined {
  const file = isRecord(fields) ? knownFields(fields)['file'] : undefined;
  return typeof file === 'string' ? file : undefined;
}

/** The columns of a row that mean nothing here, as they are written. */
export function unknownColumns(fields: unknown): string[] {
  if (!isRecord(fields)) return [];
  return Object.keys(fields).filter((name) => ![...COLUMNS, CAPTION].includes(columnOf(name)));
}

/** The fields by the names of the facts. Null says the same as leaving a field out. */
function knownFields(fields: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const column = columnOf(name);
    const fact = column.replace(/_[a-z]/g, ([, letter = '']) => letter.toUpperCase());
    // Our own name for a column counts more than another one.
    if (value !== null && (row[fact] === undefined || column === name)) row[fact] = value;
  }
  const caption = row[CAPTION];
  const captioned = row['title'] === undefined ? { title: caption } : { description: caption };
  return caption === undefined ? row : { ...captioned, ...row };
}

function columnOfFact(fact: string): string {
  return fact.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function columnOf(name: string): string {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return OTHER_NAMES[plain] ?? plain;
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
