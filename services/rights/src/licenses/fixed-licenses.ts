import { UNKNOWN_LICENSE, UNSETTLED, type License, type LicenseFacts } from './license.js';

interface FixedLicense {
  license: License;
  /** Whole statements, lower case, that name it. */
  statements: RegExp;
  /** `host/path` of its addresses, without a leading `www.`. */
  addresses?: RegExp;
}

const FREE: LicenseFacts = {
  commercial: true,
  derivatives: true,
  shareAlike: false,
  attributionRequired: false,
};
const FREE_WITH_CREDIT: LicenseFacts = { ...FREE, attributionRequired: true };
const COPYLEFT: LicenseFacts = {
  commercial: true,
  derivatives: true,
  shareAlike: true,
  attributionRequired: true,
};
/** The statement grants no rights; the terms of a licence from the holder are open. */
const RESERVED: LicenseFacts = { ...UNSETTLED, commercial: false, derivatives: false };
const NONCOMMERCIAL_RESERVED: LicenseFacts = { ...UNSETTLED, commercial: false };
const NONCOMMERCIAL_NO_COPYRIGHT: LicenseFacts = {
  commercial: false,
  derivatives: true,
  shareAlike: false,
  attributionRequired: null,
};

const CC_HOST = String.raw`creativecommons\.org`;
const DEED_TAIL = String.raw`(?:/(?:deed|legalcode|rdf)(?:[._-][a-z_-]+)*(?:\.txt)?)?/?`;

/** Licences and statements with one fixed meaning, independent of version and port. */
const FIXED_LICENSES: FixedLicense[] = [
  {
    license: fixed('cc0', 'CC0 1.0', FREE, 'https://creativecommons.org/publicdomain/zero/1.0/'),
    statements:
      /^(?:zero|(?:creative commons (?:- )?)?cc[ -]?(?:0|zero)|creative commons zero|creative commons zero - cc0|cc0 - creative commons zero)(?:[ -]v?1\.0)?(?:[ -]universal)?(?: \(cc0 1\.0\))?(?:[ ,-]+public domain(?: dedication)?)?(?: licen[cs]e| deed)?$|^(?:creative commons )?public domain dedication \(cc0(?: 1\.0)?\)$|^dedicated to the public domain \(cc0(?: 1\.0)?\)$/,
    addresses: new RegExp(String.raw`^${CC_HOST}/publicdomain/zero(?:/1\.0)?${DEED_TAIL}$`),
  },
  {
    license: fixed('pdm', 'Public Domain Mark', FREE, 'https://creativecommons.org/publicdomain/mark/1.0/'),
    statements:
      /^(?:mark|pdm|pd|(?:cc |cc-|creative commons (?:- )?)?(?:pdm|public domain mark)(?:[ -]v?1\.0)?(?: universal)?(?: \(pdm 1\.0\))?(?: deed)?|(?:in the )?public[ _-]?domain(?: work)?|is ?public ?domain ?[:=] ?true|pd-(?:self|author|user|old-100(?:-expired)?|old-auto-expired|old-70-expired|old-80-expired|old-90-expired))$/,
    addresses: new RegExp(String.raw`^${CC_HOST}/publicdomain/mark(?:/1\.0)?${DEED_TAIL}$`),
  },
  {
    license: fixed('us-gov', 'US Government Work', FREE, 'https://www.usa.gov/government-works'),
    statements:
      /^(?:us-gov|pd-usgov(?:-[a-z-]+)?|pd-nasa|(?:a )?works? of the (?:us|u\.s\.|united states)(?: federal)? government|(?:us|u\.s\.|united states) government works?)$/,
    addresses: /^usa\.gov\/(?:copyright\.shtml|government-(?:works|copyright))\/?$/,
  },
  {
    license: fixed('unsplash', 'Unsplash License', FREE, 'https://unsplash.com/license'),
    statements: /^unsplash(?: licen[cs]e)?$/,
    addresses: /^unsplash\.com\/license\/?$/,
  },
  {
    license: fixed('pexels', 'Pexels License', FREE, 'https://www.pexels.com/license/'),
    statements: /^pexels(?: licen[cs]e)?$/,
    addresses: /^pexels\.com\/license\/?$/,
  },
  {
    license: fixed(
      'pixabay',
      'Pixabay Content License',
      FREE,
      'https://pixabay.com/service/license-summary/',
    ),
    statements: /^pixabay(?:(?: content)? licen[cs]e)?$/,
    addresses: /^pixabay\.com\/service\/(?:license|license-summary)\/?$/,
  },
  {
    license: fixed('gfdl', 'GFDL', COPYLEFT, null),
    statements:
      /^(?:gfdl(?:-self)?|gnu free documentation licen[cs]e|gnu fdl)(?:[ ,-]*(?:v|version )?1\.[123])?(?:-(?:no-)?invariants)?(?:[ ,-]*(?:only|\+|or[ -](?:any[ -])?later(?:[ -]versions?)?))?$/,
    addresses:
      /^gnu\.org\/(?:copyleft\/fdl|licenses\/(?:old-licenses\/)?fdl(?:-1\.[123])?)(?:\.(?:html|txt))?\/?$/,
  },
  {
    license: fixed(
      'ogl-uk-3.0',
      'Open Government Licence v3.0',
      FREE_WITH_CREDIT,
      'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    ),
    statements:
      /^(?:(?:uk )?open government licen[cs]e(?: \(?uk\)?)?|ogl(?:[ -]uk)?)[ -]?(?:v|version )?3(?:\.0)?$/,
    addresses: /^nationalarchives\.gov\.uk\/doc\/open-government-licence\/version\/3\/?$/,
  },
  {
    // Known names without settled facts; next to another licence they do not contradict it.
    license: UNKNOWN_LICENSE,
    statements:
      /^(?:(?:cc[ -])?(?:nc[ -])?sampling\+?(?:[ -]1\.0)?|(?:cc[ -])?devnations(?:[ -]2\.0)?|(?:fal|free art licen[cs]e|licence art libre)(?:[ -]1\.[123])?)$/,
  },
  statement(
    'InC',
    RESERVED,
    /^(?:in copyright|(?:(?:copyright|\(c\))(?: \d{4})?[.,]? )?all rights reserved)$/,
    europeana('rr-[fpr]'),
  ),
  statement('InC-EDU', RESERVED, /^in copyright - educational use permitted$/),
  statement('InC-OW-EU', RESERVED, /^in copyright - eu orphan work$/, europeana('orphan-work-eu')),
  statement('InC-RUU', RESERVED, /^in copyright - rights-?holder\(?s\)? unlocatable or unidentifiable$/),
  statement('InC-NC', NONCOMMERCIAL_RESERVED, /^in copyright - non-?commercial use permitted$/),
  statement(
    'NoC-NC',
    NONCOMMERCIAL_NO_COPYRIGHT,
    /^no copyright - non-?commercial use only$/,
    europeana('out-of-copyright-non-commercial'),
  ),
  statement('NoC-US', UNSETTLED, /^(?:no copyright - united states|pd-us(?:-expired)?|pd-1923)$/),
  statement('NoC-CR', UNSETTLED, /^no copyright - contractual restrictions$/),
  statement('NoC-OKLR', UNSETTLED, /^no copyright - other known legal restrictions$/),
  statement('NKC', UNSETTLED, /^no known copyright(?: restrictions)?$/, /^flickr\.com\/commons\/usage\/?$/),
  statement('CNE', UNSETTLED, /^copyright not evaluated$/),
  statement('UND', UNSETTLED, /^copyright undetermined$/),
];

function fixed(code: string, name: string, facts: LicenseFacts, deedUrl: string | null): License {
  return { code, name, facts, deedUrl };
}

/** A statement of rightsstatements.org, by its code, its address or its name. */
function statement(code: string, facts: LicenseFacts, name: RegExp, otherAddress?: RegExp): FixedLicense {
  const address = String.raw`^rightsstatements\.org/(?:vocab|page|data)/${code.toLowerCase()}/1\.0/?$`;
  return {
    license: fixed(code.toLowerCase(), code, facts, `https://rightsstatements.org/vocab/${code}/1.0/`),
    statements: new RegExp(`^${code.toLowerCase()}$|${name.source.replaceAll(' - ', ' ?- ?')}`),
    addresses: otherAddress ? new RegExp(`${address}|${otherAddress.source}`) : new RegExp(address),
  };
}

/** Europeana's statements, which rightsstatements.org replaced. */
function europeana(name: string): RegExp {
  return new RegExp(String.raw`^europeana\.eu/rights/${name}/?$`);
}

/** @param text A whole statement in lower case. */
export function fixedLicenseNamed(text: string): License | undefined {
  return FIXED_LICENSES.find(({ statements }) => statements.test(text))?.license;
}

/** @param address `host/path` in lower case. */
export function fixedLicenseAt(address: string): License | undefined {
  return FIXED_LICENSES.find(({ addresses }) => addresses?.test(address))?.license;
}
