import { sourceOf } from '@imagesearch/facets/asset-id';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import type { Rights } from '../assets.js';
import type { AssetDescription } from '../metadata-schema.js';
import type { License } from './license.js';
import { resolveLicense } from './resolve-license.js';

/** Sent with every answer: what the rights are based on. */
export const RIGHTS_BASIS: Record<AssetDescription['declaredBy'], string> = {
  source:
    'Rights are as declared by the source. They do not clear every use of a likeness, logo, building or artwork; verify them for critical use.',
  file: 'Rights are as asserted by the metadata in the file, which anyone could write and the collection does not confirm. They do not clear every use of a likeness, logo, building or artwork; verify them for critical use.',
  unread:
    'The file has metadata that cannot be read and may state a licence, so the rights are unknown until a licence is declared.',
};

type Declaration = Pick<
  AssetDescription,
  'assetId' | 'title' | 'creator' | 'licenseVerbatim' | 'provenanceUrl' | 'delivery' | 'declaredBy'
>;

/** Resolves an asset's declaration to its rights. */
export function rightsOf(declaration: Declaration): Rights {
  const license = resolveLicense(declaration.licenseVerbatim, sourceOf(declaration.assetId));
  return {
    license: license.code,
    licenseVerbatim: declaration.licenseVerbatim,
    ...license.facts,
    attribution: creditLine(declaration, license),
    provenanceUrl: declaration.provenanceUrl,
    basis: RIGHTS_BASIS[declaration.declaredBy],
    delivery: declaration.delivery,
  };
}

interface CreditedWork {
  title: string;
  creator: string | null;
  provenanceUrl: string;
}

/**
 * The credit line in TASL order (title, author, source, licence), or null when none is required or when that is unknown.
 * It is one line of plain text and leaves out what the source does not say. The source's words are in quotes that they
 * cannot close, except a creator whose name cannot be mistaken for another part of the line.
 */
export function creditLine(
  { title, creator, provenanceUrl }: CreditedWork,
  { facts, name, deedUrl }: License,
): string | null {
  if (facts.attributionRequired !== true) return null;
  const plainTitle = plainText(title);
  const work = plainTitle === '' ? 'This work' : quoted(plainTitle);
  const author = plainText(creator ?? '');
  const by = author === '' ? '' : ` by ${isPlainName(author) ? author : quoted(author)}`;
  const deed = deedUrl === null ? '' : ` (${deedUrl})`;
  const source = provenanceUrl === '' ? '' : ` Source: ${provenanceUrl}`;
  return `${work}${by}, licensed under ${name}${deed}.${source}`;
}

/** Characters that look like the closing double quote. */
const DOUBLE_QUOTES = /["\u02BA\u02EE\u201C-\u201F\u2033\u2036\u301D-\u301F\uFF02]/gu;

function quoted(text: string): string {
  return `"${text.replace(DOUBLE_QUOTES, "'")}"`;
}

/** The line uses commas, colons, brackets and quotes itself; a plain name uses only other punctuation. */
const PUNCTUATION_OF_THE_LINE = /[^\P{P}.'\u2019\u2010\u2011\-_&@/#*!?\u00B7\u30FB]|[<>`\u2033\u2036]/u;
/** Words that the line itself uses. */
const WORDS_OF_THE_LINE =
  /licen[cs]|lizen[sz]|\b(?:by|cc|cc0|source|copyright|rights?|public domain|attribution|credit)\b|\bwww\./iu;
/** A period after a word (not after an initial or "Dr") would end a sentence of the line. */
const SENTENCE_END = /\p{L}{4}\. /u;

function isPlainName(author: string): boolean {
  return [PUNCTUATION_OF_THE_LINE, WORDS_OF_THE_LINE, SENTENCE_END].every((sign) => !sign.test(author));
}
