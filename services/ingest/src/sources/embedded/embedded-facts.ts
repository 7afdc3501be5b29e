import type { DeclaredFacts } from '@imagesearch/facets/declared';
import { METADATA_LIMITS } from '@imagesearch/facets/limits';
import type { Statement } from '@imagesearch/facets/provenance';
import { IPTC_FIELD } from '@imagesearch/image-files/metadata/iptc';
import type { Said } from '@imagesearch/image-files/metadata/said';
import { isWebAddress } from '@imagesearch/service-kit/text/web-address';
import { statementOfType, unreadStatement } from '../provenance.js';
import { dateIn } from '../date.js';
import { cleanDeclared, isEditorial, storedAddress, type SaidFacts } from '../to-item.js';

/**
 * What an image says of itself in its XMP, IPTC (IPTC Photo Metadata Standard) and EXIF fields, in this order. A
 * copyright notice is no licence: only a statement of usage terms, or a licence's address, counts as one.
 * @param said What its sidecars say and then the file itself. The first that speaks of a fact counts.
 */
export function readEmbeddedFacts(...said: readonly Said[]): SaidFacts {
  const fields = readFields(said);
  const { iptc, xmp, exif } = fields;
  const creator = first(xmp('creator'), iptc('byline'), exif?.creator);
  const facts: SaidFacts = {
    title: worded(xmp('title'), iptc('objectName'), iptc('headline'), exif?.title),
    description: worded(xmp('description'), iptc('caption'), exif?.description),
    tags: fields.keywords ?? exif?.tags,
    creator: withCredit(creator, first(xmp('Credit'), iptc('credit'))),
    creatorUrl: webAddressIn(xmp('CreatorContactInfo', 'CiUrlWork')),
    ...licenseIn(said),
    sourceUrl: webAddressIn(xmp('source')),
    created: createdOf(fields),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Name and address come from one of them together. What is there and cannot be read may be a licence. */
function licenseIn(said: readonly Said[]): Pick<SaidFacts, 'license' | 'licenseUrl' | 'declaredBy'> {
  for (const one of said) {
    const { xmp, isUnread } = readFields([one]);
    const address = first(xmp('license'), xmp('WebStatement'));
    const licenseUrl = webAddressIn(address);
    const license = xmp('UsageTerms') ?? (licenseUrl === undefined ? address : undefined);
    if ((license?.length ?? 0) > METADATA_LIMITS.licenseCharsMax) return { declaredBy: 'unread' };
    if (license !== undefined || licenseUrl !== undefined) return { license, licenseUrl, declaredBy: 'file' };
    if (isUnread) return { declaredBy: 'unread' };
  }
  return {};
}

/** What is said in a file's metadata; several values of one name are several people or parts. */
interface Fields {
  iptc: (field: keyof typeof IPTC_FIELD) => string | undefined;
  /** By the local name of a property, or of a field of its structure. */
  xmp: (property: string, field?: string) => string | undefined;
  /** The text of a property in all its languages. */
  inAllLanguages: (property: string) => string;
  keywords: string[] | undefined;
  exif: Said['exif'];
  /** Something is there that cannot be read, and may say what may be done with the image. */
  isUnread: boolean;
}

function readFields(said: readonly Said[]): Fields {
  // The file or sidecar that comes first counts.
  const properties = new Map(
    said
      .toReversed()
      .flatMap((one) => one.properties)
      .map((property) => [localOf(property.name), property]),
  );
  const texts = said.find(({ iptc }) => iptc !== undefined)?.iptc ?? {};
  const exif = said.find((one) => one.exif !== undefined)?.exif;
  return {
    iptc: (field) => texts[IPTC_FIELD[field]]?.join(', '),
    xmp: (name, field) => {
      const { values, fields } = properties.get(name) ?? NO_PROPERTY;
      if (field === undefined) return filled(values)?.join(', ');
      return Object.entries(fields).find(([full]) => localOf(full) === field)?.[1];
    },
    inAllLanguages: (name) => {
      const { values, translations } = properties.get(name) ?? NO_PROPERTY;
      return [...values, ...translations].join(' ');
    },
    keywords: filled(properties.get('subject')?.values) ?? texts[IPTC_FIELD.keywords],
    exif,
    isUnread: said.some((one) => one.isUnread),
  };
}

const NO_PROPERTY = { values: [], translations: [], fields: {} };

/** Namespaces end in a slash or a hash. */
const localOf = (name: string): string => name.replace(/^.*[/#]/s, '');

function filled(values: readonly string[] = []): string[] | undefined {
  const texts = values.map((text) => text.trim()).filter((text) => text !== '');
  return texts.length === 0 ? undefined : texts;
}

/** The one web address that a field holds, if that is all it holds. */
function webAddressIn(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/\S+$/.test(text) && isWebAddress(text) ? text : undefined;
}

/** The credit line that a supplier asks for names the creator, or stands behind the name: `Ada Martin / Agency`. */
function withCredit(creator: string | undefined, credit: string | undefined): string | undefined {
  if (creator === undefined || credit === undefined) return creator ?? credit;
  return credit.includes(creator) ? credit : `${creator} / ${credit}`;
}

const first = (...values: (string | undefined)[]) => values.find((value) => value !== undefined);

/** What cameras and programs write into a title or a description by themselves: their names, or how they were set. */
const CAMERA_WORDS =
  /^(?:(?:[a-z]+ ){0,2}digital (?:still )?camera|(?:sony|epson) dsc(?: picture)?|samsung camera pictures|exif_jpeg_picture|dcim\W.*|screenshot|default|created with (?:the )?gimp|dav|cof|ptr|sdr|r?hdr|mde|edf|oznor|btf|hdrpl|rptnb)$/i;

/** The first text that a person may have written. */
const worded = (...texts: (string | undefined)[]): string | undefined =>
  texts.find((text) => text !== undefined && !CAMERA_WORDS.test(text.trim()));

/** When the image was made, else when it was scanned, else when its file was. When it was last changed says nothing of that. */
const createdOf = ({ iptc, xmp, exif }: Fields): string | undefined =>
  first(
    ...[xmp('DateCreated'), xmp('DateTimeOriginal')].map(dateIn),
    dateIn(exif?.taken),
    dateIn(iptc('dateCreated')),
    dateIn(exif?.digitized),
    ...[xmp('DateTimeDigitized'), xmp('CreateDate')].map(dateIn),
  );

/** What a file says of how it was made and of its use, beside its licence; null where it says nothing. */
export interface FileFacts {
  statement: Statement | null;
  facts: DeclaredFacts;
  created: string | undefined;
}

/**
 * The fields of the IPTC Photo Metadata Standard and of PLUS (Picture Licensing Universal System) in XMP.
 * @param said As for `readEmbeddedFacts`.
 */
export function readFileFacts(...said: readonly Said[]): FileFacts {
  const fields = readFields(said);
  const { xmp, iptc, inAllLanguages } = fields;
  const sourceType = xmp('DigitalSourceType');
  const licensor = first(xmp('Licensor', 'LicensorURL'), xmp('WebStatement'));
  const terms = [inAllLanguages('UsageTerms'), inAllLanguages('Instructions'), iptc('specialInstructions')];
  const unread = fields.isUnread ? unreadStatement('xmp') : null;
  return {
    statement: sourceType === undefined ? unread : statementOfType('xmp', sourceType),
    facts: cleanDeclared({
      training: trainingOf(xmp('DataMining'), xmp('reservation')),
      modelRelease: answerOf(RELEASES, xmp('ModelReleaseStatus')),
      propertyRelease: answerOf(RELEASES, xmp('PropertyReleaseStatus')),
      editorialOnly: isEditorial(terms.join(' ')) ? true : null,
      licensorUrl: storedAddress(webAddressIn(licensor) ?? ''),
      camera: fields.exif?.camera,
    }),
    created: createdOf(fields),
  };
}

/**
 * PLUS Data Mining, else the W3C's TDM reservation. Every kind of prohibition is one of training models, also one that only
 * search engines are excepted from, or that a further field explains.
 */
function trainingOf(mining: string | undefined, reservation: string | undefined): boolean | null {
  if (mining !== undefined && /\bDMI-PROHIBITED/.test(mining)) return false;
  if (mining !== undefined && /\bDMI-ALLOWED$/.test(mining.trim())) return true;
  return reservation?.trim() === '1' ? false : null;
}

/** None, and unlimited ones. "Not applicable" and "limited or incomplete" settle nothing. */
const RELEASES: Readonly<Record<string, boolean>> = {
  'MR-NON': false,
  'MR-UMR': true,
  'PR-NON': false,
  'PR-UPR': true,
};

/** @param text An address of the PLUS vocabulary, or its last part. */
function answerOf(answers: Readonly<Record<string, boolean>>, text: string | undefined): boolean | null {
  return answers[/[A-Z]{2}-[A-Z]{3}$/.exec(text?.trim() ?? '')?.[0] ?? ''] ?? null;
}
