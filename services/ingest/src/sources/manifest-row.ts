import { z } from 'zod';
import { AssetFault } from '../pipeline/asset-fault.js';

const text = z.string().optional();
const webAddress = z.url({ protocol: /^https$/, error: 'expected an https address' });

/** In CSV every cell is text: tags are separated by `;` or `,` there. */
const tags = z.union([z.array(z.string()), z.string().transform((cell) => cell.split(/[;,]/))]).optional();
const flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no'] }),
]);

const columns = {
  /** A number is an id as well: many tables have no other. */
  id: z.union([z.string(), z.number().int().nonnegative().transform(String)]).optional(),
  file: z.string().min(1).optional(),
  url: webAddress.optional(),
  title: text,
  description: text,
  tags,
  creator: text,
  creator_url: text,
  license: text,
  license_url: text,
  source_url: text,
  ai_generated: flag.optional(),
  delivery: z.enum(['host', 'link']).optional(),
};

const rowSchema = z
  .object({ ...columns, file_name: z.string().min(1).optional() })
  .refine(({ delivery, url }) => delivery !== 'link' || url !== undefined, {
    path: ['delivery'],
    message: '"link" needs a url to send downloads to',
  })
  .transform(({ file_name, ...row }) => ({ ...row, file: row.file ?? file_name }));

/** One row of a manifest or of a folder's `metadata.jsonl` or `.csv`. Unknown columns are passed over. */
export type ManifestRow = z.output<typeof rowSchema>;

/** @throws AssetFault naming every column that cannot be read. */
export function readRow(fields: unknown): ManifestRow {
  const result = rowSchema.safeParse(withoutNulls(fields));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.') || 'row'}: ${message}`);
  throw new AssetFault(faults.join('; '));
}

/** Null says the same as leaving a field out. */
function withoutNulls(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
