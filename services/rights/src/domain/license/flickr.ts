import { UNKNOWN_LICENSE, type License } from './license.js';
import { fixedLicenseNamed } from './fixed-licenses.js';
import { parseCreativeCommons } from './creative-commons.js';

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
export function flickrLicense(text: string, source: string): License | undefined {
  const id =
    /^flickr[: -]?(\d{1,2})$/i.exec(text)?.[1] ??
    (source === 'flickr' ? /^\d{1,2}$/.exec(text)?.[0] : undefined);
  if (id === undefined) return undefined;
  const statement = STATEMENTS[Number(id)];
  if (statement === undefined) return UNKNOWN_LICENSE;
  return fixedLicenseNamed(statement) ?? parseCreativeCommons(`cc-${statement}`);
}
