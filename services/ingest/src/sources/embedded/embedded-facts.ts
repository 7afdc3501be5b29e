import type { Statement, UseFacts } from '@imagesearch/facets/provenance';
import { statementOfType } from '../provenance.js';
import { addressIn, dateIn, isEditorial, type SourceFacts } from '../to-item.js';
import { type Fields, listOf, partOf, readFields, textOf, webAddressIn } from './fields.js';
import { metadataBlocksIn, type MetadataBlocks } from './metadata-blocks.js';

export type EmbeddedFacts = Partial<
  Pick<
    SourceFacts,
    | 'title'
    | 'description'
    | 'tags'
    | 'creator'
    | 'creatorUrl'
    | 'license'
    | 'licenseUrl'
    | 'sourceUrl'
    | 'created'
  >
>;

/**
 * What an image says of itself in its XMP, IPTC (IPTC Photo Metadata Standard) and EXIF fields, in this order. A
 * copyright notice is no licence: only a statement of usage terms, or a licence's address, counts as one.
 */
export async function readEmbeddedFacts(blocks: Promise<MetadataBlocks>): Promise<EmbeddedFacts> {
  const fields = await readFields(blocks);
  const { iptc, xmp, exif } = fields;
  const creator = first(textOf(xmp['creator']), textOf(iptc['By-line']), exif?.creator);
  const facts: Record<keyof EmbeddedFacts, EmbeddedFacts[keyof EmbeddedFacts] | undefined> = {
    title: first(textOf(xmp['title']), textOf(iptc['Object Name']), textOf(iptc['Headline']), exif?.title),
    description: first(textOf(xmp['description']), textOf(iptc['Caption/Abstract']), exif?.description),
    tags: listOf(xmp['subject']) ?? listOf(iptc['Keywords']) ?? exif?.tags,
    creator: withCredit(creator, first(textOf(xmp['Credit']), textOf(iptc['Credit']))),
    creatorUrl: webAddressIn(textOf(partOf(xmp['CreatorContactInfo'], 'CiUrlWork'))),
    license: textOf(xmp['UsageTerms']),
    licenseUrl: webAddressIn(first(textOf(xmp['license']), textOf(xmp['WebStatement']))),
    sourceUrl: webAddressIn(textOf(xmp['source'])),
    created: createdOf(fields),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** The credit line that a supplier asks for names the creator, or stands behind the name: `Ada Martin / Agency`. */
function withCredit(creator: string | undefined, credit: string | undefined): string | undefined {
  if (creator === undefined || credit === undefined) return creator ?? credit;
  return credit.includes(creator) ? credit : `${creator} / ${credit}`;
}

const first = (...values: (string | undefined)[]) => values.find((value) => value !== undefined);

function createdOf({ iptc, xmp, exif }: Fields): string | undefined {
  return first(momentIn(textOf(xmp['DateCreated'])), exif?.created, dayIn(textOf(iptc['Date Created'])));
}

/** XMP dates have the form of ISO 8601, sometimes with parts of a second. */
function momentIn(text: string | undefined): string | undefined {
  return text?.trim().replace(/(T\d{2}:\d{2}:\d{2})\.\d+/, '$1');
}

/** IPTC has days as `20240501`, and the reader may have split them already. */
function dayIn(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})$/.exec(text?.trim() ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** What a file says of how it was made and of its use, beside its licence; null where it says nothing. */
export interface FileFacts {
  statement: Statement | null;
  facts: UseFacts;
  created: string | undefined;
}

/** The fields of the IPTC Photo Metadata Standard and of PLUS (Picture Licensing Universal System) in a file's XMP. */
export async function readFileFacts(file: Buffer): Promise<FileFacts> {
  const fields = await readFields(metadataBlocksIn(file));
  const { xmp } = fields;
  const sourceType = textOf(xmp['DigitalSourceType']);
  const licensor = first(textOf(partOf(xmp['Licensor'], 'LicensorURL')), textOf(xmp['WebStatement']));
  const terms = [textOf(xmp['UsageTerms']), textOf(xmp['Instructions'])].join(' ');
  return {
    statement: sourceType === undefined ? null : statementOfType('xmp', sourceType),
    facts: {
      training: trainingOf(textOf(xmp['DataMining']), textOf(xmp['reservation'])),
      modelRelease: answerOf(RELEASES, textOf(xmp['ModelReleaseStatus'])),
      propertyRelease: answerOf(RELEASES, textOf(xmp['PropertyReleaseStatus'])),
      editorialOnly: isEditorial(terms) ? true : null,
      sensitive: null,
      licensorUrl: addressIn(webAddressIn(licensor) ?? '') ?? null,
    },
    created: dateIn(createdOf(fields)),
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
