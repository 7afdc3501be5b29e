import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import { parseCreativeCommons, parseDeedPath } from './creative-commons.js';
import { fixedLicenseAt, fixedLicenseNamed } from './fixed-licenses.js';
import { UNKNOWN_LICENSE, type License, type LicenseFacts } from './license.js';

/** Longer than any declaration of a licence; a whole contract pasted in is not one. */
const DECLARATION_CHARS_MAX = 500;

/**
 * Resolves a source's declaration to a licence. The whole text must be understood: an unknown word may revoke the
 * permission, so it makes the licence `unknown`.
 */
export function resolveLicense(verbatim: string, source = ''): License {
  const text = normalise(verbatim);
  if (text === '' || text.length > DECLARATION_CHARS_MAX) return UNKNOWN_LICENSE;
  const flickr = flickrLicense(text, source);
  if (flickr) return flickr;
  return readStatement(text) ?? readSeveral(text) ?? UNKNOWN_LICENSE;
}

function normalise(verbatim: string): string {
  return verbatim
    .normalize('NFKC')
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[®™©]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ \(?or(?: any)? later(?: versions?)?\)?/gi, '+')
    .trim();
}

/** One licence, in words, as an address, or in words followed by its abbreviation or its address in brackets. */
function readStatement(raw: string): License | undefined {
  const text = withoutFrame(raw);
  const plain = readAddress(text) ?? readWords(text);
  if (plain) return plain;
  const { outer, inner } = (IN_BRACKETS.exec(text) ?? THEN_ADDRESS.exec(text))?.groups ?? {};
  if (outer === undefined || inner === undefined) return undefined;
  const second = readAddress(inner) ?? readWords(inner);
  // "Creative Commons (CC BY 4.0)" names only the licence in brackets, which must be a Creative Commons one.
  if (/^creative commons(?: licen[cs]es?)?$/i.test(outer))
    return second?.code.startsWith('cc') ? second : undefined;
  const first = readWords(withoutFrame(outer));
  return first && second && agreed(first, second);
}

/** "Attribution 4.0 International (CC BY 4.0)" */
const IN_BRACKETS = /^(?<outer>[^()<>[\]]+?)[ ,:-]*[(<[] ?(?<inner>[^()<>[\]]+?) ?[)>\]]$/;
/** "CC BY 4.0: https://creativecommons.org/licenses/by/4.0/" */
const THEN_ADDRESS = /^(?<outer>[^()<>[\]]+?)[ ,:-]+(?<inner>https?:\/\/\S+)$/;

/** Two names of one licence: the more exact one counts. If they contradict each other, neither counts. */
function agreed(first: License, second: License): License | undefined {
  if (isSameOrMoreExact(second, first)) return second;
  return isSameOrMoreExact(first, second) ? first : undefined;
}

/** Equal licences, or equal except for a version that one leaves out. */
function isSameOrMoreExact(exact: License, rough: License): boolean {
  if (exact.code === rough.code) return true;
  // CC0 gives up every right, which is compatible with "public domain".
  if (exact.code === 'cc0' && rough.code === 'pdm') return true;
  return exact.code.startsWith(`${rough.code}-`) && /^\d/.test(exact.code.slice(rough.code.length + 1));
}

function readWords(text: string): License | undefined {
  const lower = text.toLowerCase();
  return fixedLicenseNamed(lower) ?? parseCreativeCommons(lower);
}

/** Exactly one address on a host we know; user names, ports and look-alike hosts are none. */
function readAddress(text: string): License | undefined {
  const absolute = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = / |\.\./.test(text) ? undefined : parseAddress(absolute);
  if (url === undefined) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  const host = url.hostname.replace(/^www\./, '');
  const path = url.pathname.toLowerCase().replace(/\/{2,}/g, '/');
  const spdxId = host === 'spdx.org' ? SPDX_PATH.exec(path)?.groups?.['id'] : undefined;
  if (spdxId !== undefined) return readWords(spdxId);
  return (
    fixedLicenseAt(`${host}${path}`) ?? (host === 'creativecommons.org' ? parseDeedPath(path) : undefined)
  );
}

const SPDX_PATH = /^\/licenses\/(?<id>(?:cc|gfdl|ogl)[a-z0-9.-]+?)(?:\.(?:html|json|txt))?\/?$/;

const LEAD =
  /^(?:licen[cs]e ?[:=]|usage\.access ?[:=]|(?:this (?:work|image|file|picture|photo) is )?(?:(?:dual[- ])?licen[cs]ed|(?:made )?available|released|published) under(?: (?:the terms of )?(?:the|an?))?|the|an?) /i;

/** Removes text around a licence's name that does not change its meaning. */
function withoutFrame(text: string): string {
  return text
    .replace(/^\{\{(.*)\}\}$/, '$1')
    .replace(/^[("'<[] ?(.*?) ?[)"'>\]]$/, '$1')
    .replace(LEAD, '')
    .replace(/[ .;]+$/, '')
    .trim();
}

function readSeveral(text: string): License | undefined {
  const parts = splitLicenses(withoutFrame(text));
  if (parts === undefined) return undefined;
  const licenses = parts.map(readStatement);
  return licenses.every((license) => license !== undefined) ? chooseLicense(licenses) : undefined;
}

const BETWEEN = /(?: and | or |\/(?= )| \/ |[;|&]|, and |, or |, | \+ )/i;
/** Wikimedia template wrappers that name no licence. */
const WRAPPERS = new Set(['self', 'multi', 'dual', 'dual-license']);
/** A parameter of a Wikimedia template that names a person. */
const NAMED_PARAMETER = /^(?:author|attribution) ?=/i;
const PARTS_MAX = 8;

/** The statements of a declaration that offers several licences; undefined when it offers one or is a conjunction. */
function splitLicenses(text: string): string[] | undefined {
  // In an SPDX expression AND means that all apply at once and WITH changes the licence: neither is an offer.
  if (/\b(?:AND|WITH)\b/.test(text)) return undefined;
  const parts = text
    .split(new RegExp(BETWEEN, 'gi'))
    .map((part) => part.trim())
    .filter((part) => part !== '' && !WRAPPERS.has(part.toLowerCase()) && !NAMED_PARAMETER.test(part));
  const isWhole = parts.length === 1 && parts[0] === text;
  return isWhole || parts.length === 0 || parts.length > PARTS_MAX ? undefined : parts;
}

/**
 * The most permissive licence whose facts are all settled. Among equals, one with a deed comes first, then the first
 * in the text. A rights statement next to a licence contradicts it, so nothing is chosen.
 */
function chooseLicense(licenses: License[]): License | undefined {
  const settled = licenses.filter(({ facts }) => isSettled(facts));
  const isContradicted = licenses.some(
    ({ code, facts }) => !isSettled(facts) && code !== UNKNOWN_LICENSE.code,
  );
  if (isContradicted) return undefined;
  return settled.sort(
    (a, b) =>
      permissiveness(b.facts) - permissiveness(a.facts) ||
      Number(b.deedUrl !== null) - Number(a.deedUrl !== null),
  )[0];
}

function isSettled(facts: LicenseFacts): boolean {
  return Object.values(facts).every((fact) => fact !== null);
}

/** Permissions weigh more than obligations. */
function permissiveness({ commercial, derivatives, shareAlike, attributionRequired }: LicenseFacts): number {
  return (
    Number(commercial) * 8 + Number(derivatives) * 4 + Number(!shareAlike) * 2 + Number(!attributionRequired)
  );
}

/** Indexed by the ids of flickr.photos.licenses.getInfo, which name no version. */
const STATEMENTS = [
  'inc',
  'by-nc-sa',
  'by-nc',
  'by-nc-nd',
  'by',
  'by-sa',
  'by-nd',
  'nkc',
  'us-gov',
  'cc0',
  'pdm',
];

/** A bare number is a licence only where the source is Flickr. */
function flickrLicense(text: string, source: string): License | undefined {
  const id =
    /^flickr[: -]?(\d{1,2})$/i.exec(text)?.[1] ??
    (source === 'flickr' ? /^\d{1,2}$/.exec(text)?.[0] : undefined);
  if (id === undefined) return undefined;
  const statement = STATEMENTS[Number(id)];
  if (statement === undefined) return UNKNOWN_LICENSE;
  return fixedLicenseNamed(statement) ?? parseCreativeCommons(`cc-${statement}`);
}
