import { sourceOf } from '@imagesearch/facets/asset-id';
import type { Credit } from '@imagesearch/image-files/edit/credit-xmp';
import { plainText } from '@imagesearch/service-kit/text/plain-text';
import type { Asset, Rights } from '../assets.js';
import { resolveLicense } from '../licenses/resolve-license.js';

/** A title, a creator or an address is foreign text of up to a thousand characters and more. */
const TEXT_CHARS_MAX = 1_000;
const TERMS_CHARS_MAX = 2_000;
const URL_CHARS_MAX = 2_048;

export function creditOf({ description, rights }: Asset): Credit {
  const { assetId, title, creator, licenseVerbatim } = description;
  const { code, deedUrl } = resolveLicense(licenseVerbatim, sourceOf(assetId));
  return {
    assetId: text(assetId, TEXT_CHARS_MAX) ?? assetId,
    title: text(title, TEXT_CHARS_MAX),
    creator: text(creator ?? '', TEXT_CHARS_MAX),
    line: text(rights.attribution ?? '', TERMS_CHARS_MAX),
    terms: termsOf(rights),
    deedUrl: url(deedUrl ?? ''),
    provenanceUrl: url(rights.provenanceUrl),
    source: sourceOf(assetId),
    isMarked: isMarked(code, rights),
  };
}

/** A file that has been credited before is known by its beginning: `isTermsOfCredit` of the editor. */
function termsOf(rights: Rights): string {
  const { license, licenseVerbatim, commercial, derivatives, attributionRequired, shareAlike, basis } =
    rights;
  const terms = [
    `Licence: ${license} (declared as "${text(licenseVerbatim, TEXT_CHARS_MAX) ?? ''}").`,
    `Commercial use: ${said(commercial, 'permitted', 'not permitted')}.`,
    `Publishing changed versions: ${said(derivatives, 'permitted', 'not permitted')}.`,
    `Credit line: ${said(attributionRequired, 'required', 'not required')}.`,
    `Same licence for changed images: ${said(shareAlike, 'required', 'not required')}.`,
    basis,
  ];
  return text(terms.join(' '), TERMS_CHARS_MAX) ?? '';
}

function said(fact: boolean | null, yes: string, no: string): string {
  return fact === null ? 'unknown' : fact ? yes : no;
}

/** Licences that give up or lack all rights. */
const FREE_OF_RIGHTS: ReadonlySet<string> = new Set(['cc0', 'pdm']);
/** No copyright in the US, or none that restricts a use; elsewhere there may be some. */
const UNSETTLED_RIGHTS: ReadonlySet<string> = new Set(['us-gov', 'noc-nc']);

function isMarked(code: string, { commercial, attributionRequired }: Rights): boolean | null {
  if (FREE_OF_RIGHTS.has(code)) return false;
  if (UNSETTLED_RIGHTS.has(code)) return null;
  return commercial === null && attributionRequired === null ? null : true;
}

function text(value: string, charsMax: number): string | null {
  const plain = plainText(value);
  if (plain === '') return null;
  const characters = Array.from(plain);
  return characters.length <= charsMax ? plain : `${characters.slice(0, charsMax - 1).join('')}…`;
}

/** A cut address would be another one. */
function url(value: string): string | null {
  return /^https?:\/\//i.test(value) && value.length <= URL_CHARS_MAX ? value : null;
}
