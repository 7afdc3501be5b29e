import type { Asset, Rights } from './generated/contract.js';

export type CreditFormat = 'text' | 'html' | 'markdown' | 'json-ld';

/** An image with its rights; JSON-LD also names the file, the title and the creator where they are given. */
type Credited = { rights: Rights } & Partial<Pick<Asset, 'file' | 'title' | 'creator'>>;

/**
 * The credit line of an image, to be shown with it; empty when none is needed, and when nobody says whether one is: only
 * `may(image).useWithoutCredit === true` means that none is. The words of the source are escaped for the format. In HTML and
 * Markdown the addresses of the source and of the licence are links. JSON-LD is a `schema.org/ImageObject` in any case, safe
 * within a `<script type="application/ld+json">`.
 */
export function credit(image: Credited, format: CreditFormat = 'text'): string {
  const { rights } = image;
  if (format === 'json-ld') return JSON.stringify(imageObject(image), null, 2).replaceAll('<', '\\u003c');
  const line = (rights.attribution ?? '').replace(/\s+/g, ' ');
  if (format === 'text' || line === '') return line;
  const { escape, link } = FORMATS[format];
  return partsOf(line, rights.provenance_url)
    .map((part) => (part.isAddress ? link(part.text) : escape(part.text)))
    .join('');
}

/** Fields whose facts are unknown are left out. */
function imageObject({ rights, file, title, creator }: Credited): object {
  const line = rights.attribution?.replace(/\s+/g, ' ');
  const fields: Record<string, unknown> = {
    contentUrl: file,
    name: title,
    license: deedOf(rights),
    acquireLicensePage: isWebAddress(rights.provenance_url) ? rights.provenance_url : undefined,
    creditText: line ?? creator,
    // Whether a person or an organisation, no source says.
    creator: creator ? { name: creator } : undefined,
    copyrightNotice: line,
  };
  const known = Object.entries(fields).filter(([, value]) => Boolean(value));
  return { '@context': 'https://schema.org/', '@type': 'ImageObject', ...Object.fromEntries(known) };
}

const CC = 'https://creativecommons.org';
const CC_CODE = /^cc-(by(?:-nc)?(?:-sa|-nd)?)-(\d\.\d)(?:-([a-z]{2,8}))?$/;
const CC_PUBLIC: Readonly<Record<string, string>> = {
  cc0: `${CC}/publicdomain/zero/1.0/`,
  pdm: `${CC}/publicdomain/mark/1.0/`,
};

/** The licence's address as the credit line has it, else as the codes of Creative Commons give it. */
function deedOf({ license, attribution, provenance_url: page }: Rights): string | undefined {
  const named = partsOf(attribution ?? '', page).find(({ text, isAddress }) => isAddress && text !== page);
  const [, name, version, port] = CC_CODE.exec(license) ?? [];
  const code = name && `${CC}/licenses/${name}/${version}/${port === undefined ? '' : `${port}/`}`;
  return named?.text ?? code ?? CC_PUBLIC[license];
}

interface Part {
  text: string;
  isAddress: boolean;
}

/** The service ends each line with ` (<licence>). Source: <page>`; addresses before that are words of the source. */
function partsOf(line: string, page: string): Part[] {
  const hasPage = isWebAddress(page) && line.endsWith(` Source: ${page}`);
  const rest = hasPage ? line.slice(0, -page.length) : line;
  const licence = / \((https:\/\/[^\s()]+)\)\.(?: Source: )?$/.exec(rest);
  const at = licence ? licence.index + 2 : rest.length;
  const address = licence?.[1] ?? '';
  return [
    { text: rest.slice(0, at), isAddress: false },
    { text: address, isAddress: true },
    { text: rest.slice(at + address.length), isAddress: false },
    { text: hasPage ? page : '', isAddress: true },
  ].filter(({ text }) => text !== '');
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>"']+$/i.test(text);
}

const FORMATS = {
  html: {
    escape: escapeHtml,
    link: (address: string) =>
      `<a href="${escapeHtml(address)}" rel="noopener nofollow">${escapeHtml(address)}</a>`,
  },
  markdown: {
    escape: escapeMarkdown,
    link: (address: string) => `<${address}>`,
  },
};

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');
}

/** Also keeps GitHub's Markdown from making links of `www.`, `https:` and `name@host`. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&~|:@#!]/g, '\\$&')
    .replace(/www\./gi, (start) => start.replace('.', '\\.'));
}

/**
 * Whether something is permitted: true, false, or null when the source does not say. Null counts as false in a condition,
 * so that only a known permission opens it; compare with `=== null` to tell the two apart.
 */
export type Permission = boolean | null;

export interface Permissions {
  useCommercially: Permission;
  /** Publish it cropped, recoloured or combined. */
  modify: Permission;
  useWithoutCredit: Permission;
  /** Publish a changed version under another licence than the image's. */
  relicenseChanges: Permission;
}

/** What may be done with an image, as its source declares it. */
export function may({ rights }: { rights: Rights }): Permissions {
  return {
    useCommercially: rights.commercial,
    modify: rights.derivatives,
    useWithoutCredit: not(rights.attribution_required),
    relicenseChanges: rights.derivatives === true ? not(rights.share_alike) : rights.derivatives,
  };
}

function not(value: boolean | null): Permission {
  return value === null ? null : !value;
}
