import { createHash } from 'node:crypto';
import {
  DECLARED_NAMES,
  declaredRow,
  type DeclaredFacts,
  type SomeDeclared,
} from '@imagesearch/facets/declared';
import { snakeCase } from '@imagesearch/facets/facets';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import type { Statement } from '@imagesearch/facets/provenance';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import { isWebAddress } from '@imagesearch/service-kit/text/web-address';
import { AssetFault } from '../asset-failure.js';
import { assetIdOf } from './asset-id.js';
import { dateIn } from './date.js';
import type { SourceItem, ImageReference } from './source.js';
import type { ManifestRow } from './table-row.js';

const {
  titleCharsMax,
  descriptionCharsMax,
  creatorCharsMax,
  licenseCharsMax,
  urlCharsMax,
  tagCharsMax,
  tagsMax,
} = METADATA_LIMITS;

/** Part of every item's version: raise it when the same facts would give another item. */
const ITEM_VERSION = 2;

type Text = string | null | undefined;
type Row = Omit<ManifestRow, 'file' | 'url' | 'delivery' | 'tags'>;

/** What may be said of an image: the facts of a row, and those that follow from where it was said. */
export type SaidFacts = { [Fact in Exclude<keyof Row, 'id'>]?: Row[Fact] | null } & SomeDeclared & {
    tags?: readonly string[] | undefined;
    declaredBy?: SourceItem['declaredBy'] | undefined;
    /** What else says how it was made. */
    statements?: readonly Statement[] | undefined;
    /** The rights holder's copy, when downloads are redirected to it. */
    linkUrl?: Text;
  };

/** One image as its source describes it. */
export type SourceFacts = SaidFacts & {
  id: string;
  image: ImageReference;
  /** Changes when the image's bytes change: a digest, a date or an address. */
  bytesVersion: string;
};

/**
 * An item within the limits of the services. Words are cut to their limits. A licence or an address that is too long
 * is refused, because a part of it may mean something else. @throws AssetFault
 */
export function toItem(source: string, facts: SourceFacts): SourceItem {
  const created = (facts.created ?? '') === '' ? undefined : (dateIn(facts.created) ?? null);
  const item = {
    assetId: assetIdOf(source, facts.id),
    title: clean(facts.title, titleCharsMax),
    tags: cleanTags(facts.tags ?? []),
    description: clean(facts.description, descriptionCharsMax),
    creator: clean(facts.creator, creatorCharsMax) || null,
    creatorUrl: webAddress(facts.creatorUrl, 'creator_url'),
    licenseVerbatim: declarationOf(facts.license, facts.licenseUrl),
    provenanceUrl: webAddress(facts.sourceUrl, 'source_url') ?? '',
    statements: [...declared(facts.aiGenerated ?? null), ...(facts.statements ?? [])],
    facts: cleanDeclared({ ...facts, editorialOnly: editorialIn(facts) }),
    linkUrl: linkAddress(facts.linkUrl),
    ...(created !== undefined && { created }),
    ...(facts.declaredBy !== undefined && { declaredBy: facts.declaredBy }),
  };
  const sourceVersion = createHash('sha256')
    .update(JSON.stringify([ITEM_VERSION, item, facts.bytesVersion]))
    .digest('hex');
  return { ...item, sourceVersion, bytesVersion: facts.bytesVersion, image: facts.image };
}

const declared = (ai: boolean | null): Statement[] =>
  ai === null ? [] : [{ evidence: 'declared', ai, kind: null }];

const editorialIn = ({ editorialOnly, license }: SaidFacts): boolean | null =>
  editorialOnly ?? (isEditorial(license ?? '') ? true : null);

/** Within the limits of the services. @throws AssetFault for an address that they do not store. */
export function cleanDeclared(said: SomeDeclared): DeclaredFacts {
  // `Object.fromEntries` loses the names.
  return Object.fromEntries(
    DECLARED_NAMES.map((name) => [name, declaredValue(name, said[name])]),
  ) as DeclaredFacts;
}

function declaredValue(name: keyof DeclaredFacts, given: boolean | Text): boolean | string | null {
  if (typeof given !== 'string') return given ?? null;
  const { kind, charsMax = 0 } = declaredRow(name);
  return kind === 'address' ? webAddress(given, snakeCase(name)) : clean(given, charsMax) || null;
}

/**
 * A licence declaration from a name and a deed's address, in the form that the licence resolver reads as both. A
 * contradiction between the two then makes the licence unknown.
 */
function declarationOf(license: Text, licenseUrl: Text): string {
  const name = plainText(license ?? '');
  const url = plainText(licenseUrl ?? '');
  const whole = name === '' || url === '' || name === url ? name || url : `${name} (${url})`;
  if (whole.length > licenseCharsMax)
    throw new AssetFault(`the licence is longer than ${licenseCharsMax} characters`);
  return whole;
}

/** Terms that restrict an image to editorial use say so in these words. */
export const isEditorial = (terms: string): boolean => /\beditorial(?: use)? only\b/i.test(terms);

function clean(text: Text, charsMax: number): string {
  // A lone half of a surrogate pair is not a character and would not survive the wire.
  return cut(plainText((text ?? '').replace(/\p{Cs}/gu, '')), charsMax);
}

/** Does not cut a surrogate pair in two. */
function cut(text: string, charsMax: number): string {
  return text.length <= charsMax
    ? text
    : text
        .slice(0, charsMax)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd();
}

function cleanTags(tags: readonly string[]): string[] {
  const words = tags.map((tag) => clean(tag, tagCharsMax)).filter((tag) => tag !== '');
  return [...new Set(words)].slice(0, tagsMax);
}

/** Downloads are redirected there, so the host must be public. */
function linkAddress(text: Text): string | null {
  const address = webAddress(text, 'url');
  if (address !== null && !isPublicWebAddress(address))
    throw new AssetFault('url has no public host name, so downloads cannot be sent there');
  return address;
}

function webAddress(text: Text, field: string): string | null {
  const given = (text ?? '').trim();
  const address = storedAddress(given);
  if (given !== '' && address === undefined)
    throw new AssetFault(`${field} is not a plain http or https address`);
  return address ?? null;
}

/** Undefined for what the services do not store: another address than one of the web, or one that is too long. */
export function storedAddress(text: string): string | undefined {
  return text.length <= urlCharsMax && isWebAddress(text) ? text : undefined;
}
