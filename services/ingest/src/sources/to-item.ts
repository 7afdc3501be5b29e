import { plainText } from '@imagesearch/service-kit/plain-text';
import { isPublicWebAddress } from '@imagesearch/service-kit/public-host';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import { parseAddress } from '@imagesearch/service-kit/web-address';
import { createHash } from 'node:crypto';
import type { SourceItem, ImageReference } from './source.js';
import { assetIdOf } from './asset-id.js';
import { ItemFault } from '../pipeline/item-fault.js';

const {
  titleCharsMax,
  descriptionCharsMax,
  creatorCharsMax,
  licenseCharsMax,
  urlCharsMax,
  tagCharsMax,
  tagsMax,
} = METADATA_LIMITS;

/** Part of every item's version: raise it when the same facts come to give another item. */
const ITEM_VERSION = 1;

type Text = string | null | undefined;

/** One image in a source's own words. Everything may be missing but its id and its bytes. */
export interface SourceFacts {
  id: string;
  title?: Text;
  description?: Text;
  tags?: readonly string[] | undefined;
  creator?: Text;
  creatorUrl?: Text;
  license?: Text;
  licenseUrl?: Text;
  /** The source's page of the image. */
  sourceUrl?: Text;
  aiGenerated?: boolean | undefined;
  /** The rights holder's copy, when downloads are to go there. */
  linkUrl?: Text;
  image: ImageReference;
  /** What tells one state of the image's bytes from the next: a digest, a date, an address. */
  bytesVersion: string;
}

/**
 * An item as the services take it. Words are cut to what they accept; a licence or an address is whole or refused,
 * because a part of one may say something else. @throws ItemFault
 */
export function toItem(source: string, facts: SourceFacts): SourceItem {
  const item = {
    assetId: assetIdOf(source, facts.id),
    title: clean(facts.title, titleCharsMax),
    tags: cleanTags(facts.tags ?? []),
    description: clean(facts.description, descriptionCharsMax),
    creator: clean(facts.creator, creatorCharsMax) || null,
    creatorUrl: webAddress(facts.creatorUrl, 'creator_url'),
    licenseVerbatim: declarationOf(facts.license, facts.licenseUrl),
    provenanceUrl: webAddress(facts.sourceUrl, 'source_url') ?? '',
    aiGenerated: facts.aiGenerated ?? false,
    linkUrl: linkAddress(facts.linkUrl),
  };
  const sourceVersion = createHash('sha256')
    .update(JSON.stringify([ITEM_VERSION, item, facts.bytesVersion]))
    .digest('hex');
  return { ...item, sourceVersion, image: facts.image };
}

/**
 * A declaration of a licence from its name and its deed's address, in the one form that the licence resolver reads
 * as both: what contradicts itself is then unknown, and nothing of it is lost.
 */
export function declarationOf(license: Text, licenseUrl: Text): string {
  const name = plainText(license ?? '');
  const url = plainText(licenseUrl ?? '');
  const whole = name === '' || url === '' || name === url ? name || url : `${name} (${url})`;
  if (whole.length > licenseCharsMax)
    throw new ItemFault(`the licence is longer than ${licenseCharsMax} characters`);
  return whole;
}

function clean(text: Text, charsMax: number): string {
  // A lone half of a surrogate pair is no character and would not survive the wire.
  return cut(plainText((text ?? '').replace(/\p{Cs}/gu, '')), charsMax);
}

/** Never in the middle of a character. */
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

/** Readers are redirected there. */
function linkAddress(text: Text): string | null {
  const address = webAddress(text, 'url');
  if (address !== null && !isPublicWebAddress(address))
    throw new ItemFault('url has no public host name, so downloads cannot be sent there');
  return address;
}

function webAddress(text: Text, field: string): string | null {
  const address = (text ?? '').trim();
  if (address === '') return null;
  const url = address.length <= urlCharsMax ? parseAddress(address) : undefined;
  if (url === undefined) throw new ItemFault(`${field} is no web address`);
  const { protocol, username, password } = url;
  if (!['http:', 'https:'].includes(protocol) || username !== '' || password !== '')
    throw new ItemFault(`${field} is no plain http or https address`);
  return address;
}
