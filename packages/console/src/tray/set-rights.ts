import { credit, type Usable } from '@imagesearch/sdk';
import type { Facts } from '../image/rights-words.js';
import type { ShownImage } from '../api/types.js';

type Deciders = Record<keyof Facts, string[]>;

interface Titled {
  title: string;
  rights: Facts;
}

/** The answers that limit nothing. */
const UNLIMITED = { commercial: true, derivatives: true, attribution_required: false, share_alike: false };

/**
 * The strictest of the licences of a set: it allows what every image allows, and has each duty that one image has. An
 * unknown never becomes a permission. `because` names the images that decide a question against the set.
 */
export function strictest(images: readonly Titled[]): { facts: Facts; because: Deciders } {
  const facts: Facts = { ...UNLIMITED };
  const because: Deciders = { commercial: [], derivatives: [], attribution_required: [], share_alike: [] };
  for (const fact of Object.keys(UNLIMITED) as (keyof Facts)[]) {
    const limits = [!UNLIMITED[fact], null];
    const [deciders = []] = limits
      .map((limit) => images.filter(({ rights }) => rights[fact] === limit))
      .filter((some) => some.length > 0);
    if (deciders[0]) facts[fact] = deciders[0].rights[fact];
    because[fact] = deciders.map(({ title }) => title || 'Untitled');
  }
  return { facts, because };
}

interface Answered {
  title: string;
  usable: Usable;
}

/** Of a set: the worst answer of its images, and what those that decide it say. */
export function usableSet(images: readonly Answered[]): Usable {
  const worst = (['no', 'unknown'] as const).find((answer) =>
    images.some(({ usable }) => usable.answer === answer),
  );
  const answer = worst ?? 'yes';
  const because = images
    .filter(({ usable }) => usable.answer === answer)
    .flatMap(({ title, usable }) =>
      usable.because.map((reason) => ({ ...reason, says: `${title || 'Untitled'}: ${reason.says}` })),
    );
  return { answer, because };
}

export type CreditsFormat = 'text' | 'html' | 'markdown' | 'csv';

/**
 * The credits of a set of images in one text. In text, HTML and Markdown, images that need no credit have none, and those of
 * which that is unknown say so.
 */
export function creditsOf(images: readonly ShownImage[], format: CreditsFormat): string {
  if (format === 'csv') return creditsCsv(images);
  const lines = images.map((image) => credit(withCredit(image), format)).filter((line) => line !== '');
  if (format === 'html') return `<ul>\n${lines.map((line) => `  <li>${line}</li>\n`).join('')}</ul>\n`;
  return lines.map((line) => (format === 'markdown' ? `- ${line}\n` : `${line}\n`)).join('');
}

/** With a line that says that the duty is unknown: without one, the image would look as if it had none. */
function withCredit(image: ShownImage): ShownImage {
  const { title, rights } = image;
  if (rights.attribution !== null || rights.attribution_required === false) return image;
  const source = rights.provenance_url === '' ? '' : ` Source: ${rights.provenance_url}`;
  const attribution = `${title || 'Untitled'}: it is unknown whether a credit is needed.${source}`;
  return { ...image, rights: { ...rights, attribution } };
}

const COLUMNS: [name: string, value: (image: ShownImage) => string][] = [
  ['asset_id', ({ asset_id }) => asset_id],
  ['title', ({ title }) => title],
  ['source', ({ source }) => source],
  ['license', ({ rights }) => rights.license],
  ['license_verbatim', ({ rights }) => rights.license_verbatim],
  ['commercial', ({ rights }) => settled(rights.commercial)],
  ['derivatives', ({ rights }) => settled(rights.derivatives)],
  ['attribution_required', ({ rights }) => settled(rights.attribution_required)],
  ['share_alike', ({ rights }) => settled(rights.share_alike)],
  ['credit', ({ rights }) => rights.attribution ?? ''],
  ['provenance_url', ({ rights }) => rights.provenance_url],
];

/** One row for each image (RFC 4180). */
function creditsCsv(images: readonly ShownImage[]): string {
  const rows = [
    COLUMNS.map(([name]) => name),
    ...images.map((image) => COLUMNS.map(([, value]) => value(image))),
  ];
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** What begins a formula, in ASCII and full width, at the start of a text or behind a sign that separates cells somewhere. */
const FORMULA_START = /(?<=^|[,;|\t\r\n])(?=[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20\u2212])/gu;

/** A spreadsheet would run a cell that starts like a formula; an apostrophe keeps it text, however the cells are separated. */
function csvCell(text: string): string {
  return `"${text.replaceAll(FORMULA_START, "'").replaceAll('"', '""')}"`;
}

function settled(value: boolean | null): string {
  return value === null ? 'unknown' : String(value);
}
