/** A use as the sentences below name it. */
export const COMMERCIAL = 'commercial use';
export const CHANGES = 'publishing a changed version';
export const ANY_USE = 'use of the image';

export function permits(license: string, what: string): string {
  const name = nameOf(license);
  if (license === 'pdm') return `${name}: no known copyright restricts ${what}.`;
  if (license === 'us-gov')
    return `${name}: no copyright of the US restricts ${what}; other countries may protect it.`;
  if (license === 'pexels' || license === 'pixabay')
    return `${name} permits ${what}, but not selling or distributing the image on its own, even cropped or recoloured.`;
  const but = license === 'unsplash' && what === COMMERCIAL;
  return `${name} permits ${what}${but ? ', but not selling copies without significant changes' : ''}.`;
}

export function forbids(license: string, what: string): string {
  return STATEMENTS.has(license)
    ? `${nameOf(license)} gives no permission for ${what}.`
    : `${nameOf(license)} does not permit ${what}.`;
}

export function leavesOpen(license: string, what: string): string {
  if (license === 'unknown') return `Its licence is unknown: nothing says that it permits ${what}.`;
  return `${nameOf(license)} does not settle whether ${what} is permitted.`;
}

export const credit = (license: string) =>
  `${nameOf(license)} requires a credit${license === 'gfdl' ? ', and its own text with every copy' : ''}.`;
/** Version 1.0 of Creative Commons without attribution. */
export const noCredit = (license: string) =>
  `${nameOf(license)} requires no credit${/^cc-(?!by)/.test(license) ? ', but its text or its address with every copy' : ''}.`;
export const alike = (license: string) =>
  `${nameOf(license)} requires that a changed version has the same licence${/^gfdl$|-1\.0/.test(license) ? '' : ', or another one that it accepts'}.`;

/** The licence by its code, as the subject of a sentence. */
export function nameOf(license: string): string {
  const statement = STATEMENTS.get(license);
  if (statement !== undefined) return `The statement "${statement}"`;
  const fixed = NAMES.get(license);
  if (fixed !== undefined) return fixed;
  const [, elements = license, rest = ''] = /^cc-([a-z]+(?:-[a-z]+)*)(?:-(\d.*))?$/.exec(license) ?? [];
  return ['CC', elements.toUpperCase(), ...rest.toUpperCase().split('-')].filter(Boolean).join(' ');
}

/** Of the licences that are no Creative Commons licence with elements, and permit use. */
export const NAMES: ReadonlyMap<string, string> = new Map([
  ['cc0', 'CC0 1.0'],
  ['pdm', 'The Public Domain Mark'],
  ['us-gov', 'A work of the US government'],
  ['unsplash', 'The Unsplash License'],
  ['pexels', 'The Pexels License'],
  ['pixabay', 'The Pixabay Content License'],
  ['gfdl', 'The GNU Free Documentation License'],
  ['ogl-uk-3.0', 'The Open Government Licence v3.0'],
]);

/** Of rightsstatements.org. */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ['inc', 'In Copyright'],
  ['inc-edu', 'In Copyright - Educational Use Permitted'],
  ['inc-ow-eu', 'In Copyright - EU Orphan Work'],
  ['inc-ruu', 'In Copyright - Rights-holder(s) Unlocatable or Unidentifiable'],
  ['inc-nc', 'In Copyright - Non-Commercial Use Permitted'],
  ['noc-nc', 'No Copyright - Non-Commercial Use Only'],
  ['noc-us', 'No Copyright - United States'],
  ['noc-cr', 'No Copyright - Contractual Restrictions'],
  ['noc-oklr', 'No Copyright - Other Known Legal Restrictions'],
  ['nkc', 'No Known Copyright'],
  ['cne', 'Copyright Not Evaluated'],
  ['und', 'Copyright Undetermined'],
]);
