/** The Creative Commons licences that exist, and those of version 1.0 alone. */
const ELEMENTS = ['by', 'by-sa', 'by-nd', 'by-nc', 'by-nc-sa', 'by-nc-nd'];
const RETIRED = ['sa', 'nc', 'nd', 'nc-sa', 'nd-nc'];
const VERSIONS = ['1.0', '2.0', '2.5', '3.0', '4.0'];

/** Statements of rightsstatements.org. */
const STATEMENTS = [
  ...['inc', 'inc-edu', 'inc-ow-eu', 'inc-ruu', 'inc-nc'],
  ...['noc-nc', 'noc-us', 'noc-cr', 'noc-oklr', 'nkc', 'cne', 'und'],
];

/** The normalised codes of all licences that the service tells apart, without those of a jurisdiction. */
export const LICENSE_CODES: readonly string[] = [
  ...['cc0', 'pdm', 'us-gov', 'unsplash', 'pexels', 'pixabay', 'gfdl', 'ogl-uk-3.0'],
  ...ELEMENTS.flatMap((name) => [`cc-${name}`, ...VERSIONS.map((version) => `cc-${name}-${version}`)]),
  ...RETIRED.map((name) => `cc-${name}-1.0`),
  ...STATEMENTS,
  'unknown',
];

const CODES: ReadonlySet<string> = new Set(LICENSE_CODES);
/** A version up to 3.0 for one jurisdiction: `cc-by-sa-3.0-de`. Only ports have a version 2.1. */
const PORTED = new RegExp(String.raw`^cc-(?:${ELEMENTS.join('|')})-(?:1\.0|2\.[015]|3\.0)-[a-z]{2,8}$`);

export function isLicenseCode(text: string): boolean {
  return CODES.has(text) || PORTED.test(text);
}
