import type { Rights } from '../api/types.js';

const NAMES: Record<string, string> = {
  cc0: 'CC0',
  pdm: 'Public domain',
  'us-gov': 'US Government',
  unknown: 'Unknown licence',
};

/** A short name of the licence: `cc-by-sa-4.0` → `CC BY-SA 4.0`. */
export function licenceName({
  license,
  license_verbatim,
}: Pick<Rights, 'license' | 'license_verbatim'>): string {
  const known = NAMES[license];
  if (known !== undefined) return known;
  const [, elements, version] = /^cc-([a-z-]+?)(?:-(\d.*))?$/.exec(license) ?? [];
  if (elements !== undefined)
    return ['CC', elements.toUpperCase(), version?.toUpperCase()].filter(Boolean).join(' ');
  return license_verbatim || license;
}
