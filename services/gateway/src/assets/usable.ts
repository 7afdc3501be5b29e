import { namesPerson } from '@imagesearch/brief-parser/people-phrases';
import type { Filters } from '@imagesearch/facets/filters';
import { z } from 'zod';
import { valueOf } from '../http/request.js';
import { validateBody } from '../http/validation.js';
import type { Asset, Image } from './asset.js';

const purpose = (says: string) => z.boolean().optional().describe(says);

/** What somebody wants to do with an image; what is left out is not asked. */
const PURPOSES = {
  commercial: purpose(
    '`true`: the use is mainly meant for profit or payment, such as in something that is sold or that advertises.',
  ),
  modify: purpose(
    '`true`: a changed version is published: cropped, recoloured, merged with others. Another size or format is no change.',
  ),
  attribute: purpose('`false`: it is shown without a credit.'),
  share_alike: purpose(
    '`false`: a changed version cannot be published under the licence of the image, or one that it accepts instead. Matters only with `modify`.',
  ),
  train_ai: purpose('`true`: models are trained with it.'),
  people_identifiable: purpose(
    '`true`: people can be identified in it, and it advertises or endorses something.',
  ),
  property_identifiable: purpose(
    '`true`: the same for private property: a building, a work of art, a brand.',
  ),
};

export const useSchema = z
  .strictObject(PURPOSES)
  .refine((use) => Object.values(use).some((asked) => asked !== undefined), {
    error: 'Name at least one purpose.',
    params: { type: 'missing' },
  })
  .describe(
    'What the images are for. Each image in the answer then has `usable`. A purpose that you leave out is not checked.',
  );

export type Use = z.output<typeof useSchema>;

/** The parameters of an address that stand for the purposes: `use_commercial`, and so on. */
export const USE_PARAMS: readonly string[] = Object.keys(PURPOSES).map((name) => `use_${name}`);

/**
 * The purposes in an address; undefined where it names none.
 * @throws AppError `invalid_request` for a value other than `true` and `false`.
 */
export function readUse(parameters: ReadonlyMap<string, readonly string[]>): Use | undefined {
  const sent = [...parameters].flatMap(([name, values]) =>
    USE_PARAMS.includes(name)
      ? [[name.slice('use_'.length), valueOf(values, { type: 'boolean' })] as const]
      : [],
  );
  if (sent.length === 0) return undefined;
  return validateBody(useSchema, Object.fromEntries(sent), {
    locOf: ([name]) => ['query', `use_${String(name)}`],
    namesAt: () => ({ known: USE_PARAMS, elsewhere: {} }),
  });
}

/** The filters without which no image can be usable so: what the index knows of the rules. */
export function filtersFor(use: Use): Filters {
  return {
    ...(use.commercial === true && { commercial: true }),
    ...(use.modify === true && { derivatives: true }),
    ...(use.attribute === false && { attributionRequired: false }),
    ...(use.modify === true && use.share_alike === false && { shareAlike: false }),
  };
}

const ANSWERS = ['yes', 'no', 'unknown'] as const;
type Answer = (typeof ANSWERS)[number];

export const usableSchema = z
  .strictObject({
    answer: z
      .enum(ANSWERS)
      .describe(
        'For all purposes together: "no" if any purpose is a "no", else "unknown" if any is unknown. A missing fact is unknown.',
      ),
    because: z
      .array(
        z.strictObject({
          code: z.string().describe('Such as `license.non_commercial`; more codes may be added.'),
          says: z.string().describe('The reason as a sentence.'),
          source: z
            .enum(['license', 'declared', 'detected'])
            .describe(
              'The licence; what else the source or the file declares; what is detected in the pixels.',
            ),
        }),
      )
      .describe('What decides. For a "yes": what permits the use, and under which conditions.'),
  })
  .describe(
    'Present if the request has `use`: whether the image may be used for that, according to its licence and its declared facts. ' +
      'This is not legal advice.',
  );

export type Usable = z.output<typeof usableSchema>;

/**
 * Whether an image may be used so: every row of the rules that fits the purpose and the fact speaks; "no" comes before
 * "unknown", and "unknown" before "yes".
 */
export function usableFor(use: Use, asset: Asset): Usable {
  const facts = factsOf(asset);
  const speaking = USE_RULES.filter((rule) => facts[rule.fact] === rule.is && rule.when(use));
  const answer =
    (['no', 'unknown'] as const).find((worse) => speaking.some((rule) => rule.answer === worse)) ?? 'yes';
  const because = speaking
    .filter((rule) => rule.answer === answer)
    .map(({ code, says, source = 'license' }) => ({
      code,
      says: typeof says === 'string' ? says : says(asset.image.rights.license),
      source,
    }));
  return { answer, because };
}

interface UseRule {
  /** The purpose. */
  when: (use: Use) => boolean;
  fact: keyof Facts;
  is: Facts[keyof Facts];
  answer: Answer;
  code: string;
  /** `license` unless set. */
  source?: Usable['because'][number]['source'];
  /** The reason; of a licence by its code. */
  says: string | ((license: string) => string);
}

/** Null is unknown. */
interface Facts extends Pick<
  Image['rights'],
  'commercial' | 'derivatives' | 'attribution_required' | 'share_alike'
> {
  /** What a licence or a rights statement permits at all. */
  permission: 'granted' | 'non_commercial' | 'educational' | 'none' | null;
  editorialOnly: boolean | null;
  training: boolean | 'any_purpose' | 'service_terms' | null;
  /** Whether a changed version has to say that it is one. */
  changesSaid: boolean;
  people: 'released' | 'not_released' | 'shown' | 'named' | 'none' | null;
  propertyRelease: boolean | null;
}

function factsOf(asset: Asset): Facts {
  const { rights, editorial_only: editorialOnly, training, releases } = asset.image;
  return {
    ...rights,
    permission: permissionOf(rights.license),
    editorialOnly,
    training: training ?? TRAINING_TERMS.get(rights.license) ?? null,
    changesSaid: rights.attribution_required === true && /^(?:cc-|gfdl$)/.test(rights.license),
    people: peopleIn(asset),
    propertyRelease: releases.property,
  };
}

/** What a licence, or the terms of the service that offers its images, say of training where nobody declares anything. */
const TRAINING_TERMS: ReadonlyMap<string, Facts['training']> = new Map([
  ['cc0', 'any_purpose'],
  ['unsplash', 'service_terms'],
  ['pexels', 'service_terms'],
]);

function permissionOf(license: string): Facts['permission'] {
  if (/^cc-(?:[a-z]+-)*nc(?:-|$)/.test(license)) return 'non_commercial';
  if (license.startsWith('cc-') || NAMES.has(license)) return 'granted';
  if (license === 'inc-nc' || license === 'noc-nc') return 'non_commercial';
  if (license === 'inc-edu') return 'educational';
  return ['inc', 'inc-ow-eu', 'inc-ruu'].includes(license) ? 'none' : null;
}

function peopleIn({ image, details: { description } }: Asset): Facts['people'] {
  const { releases, cv, title, tags } = image;
  const { faces } = cv;
  if (releases.model !== null) return releases.model ? 'released' : 'not_released';
  if (faces !== null && faces > 0) return 'shown';
  if (namesPerson([title, ...tags, description].join(' '))) return 'named';
  return faces === null ? null : 'none';
}

const COMMERCIAL = 'commercial use';
const CHANGES = 'publishing a changed version';
const ANY_USE = 'use of the image';

const sells = ({ commercial }: Use) => commercial === true;
const changes = ({ modify }: Use) => modify === true;
const advertises = (use: Use) => use.people_identifiable === true || use.property_identifiable === true;
const trains = ({ train_ai: trainAi }: Use) => trainAi === true;
/** The licence is asked by no other row. */
const uses = (use: Use) => !sells(use) && !changes(use) && (!trains(use) || advertises(use));

const credit = (license: string) =>
  `${nameOf(license)} requires a credit${license === 'gfdl' ? ', and its own text with every copy' : ''}.`;
/** Version 1.0 of Creative Commons without attribution. */
const noCredit = (license: string) =>
  `${nameOf(license)} requires no credit${/^cc-(?!by)/.test(license) ? ', but its text or its address with every copy' : ''}.`;
const alike = (license: string) =>
  `${nameOf(license)} requires that a changed version has the same licence${/^gfdl$|-1\.0/.test(license) ? '' : ', or another one that it accepts'}.`;

const PERMISSION = { code: 'license.use', when: uses, fact: 'permission' } as const;
const SOLD = { when: sells, fact: 'commercial' } as const;
const CHANGED = { when: changes, fact: 'derivatives' } as const;
const UNCREDITED = { when: (use: Use) => use.attribute === false, fact: 'attribution_required' } as const;
const NOT_ALIKE = {
  when: (use: Use) => changes(use) && use.share_alike === false,
  fact: 'share_alike',
} as const;
const UNASKED = { ...SOLD, is: false, code: 'license.non_commercial' } as const;
const EDITORIAL = { fact: 'editorialOnly', is: true, code: 'editorial_only', source: 'declared' } as const;
const TRAINED = { when: trains, fact: 'training', source: 'declared' } as const;
const PEOPLE = { when: (use: Use) => use.people_identifiable === true, fact: 'people' } as const;
const PROPERTY = {
  when: (use: Use) => use.property_identifiable === true,
  fact: 'propertyRelease',
  source: 'declared',
} as const;

/**
 * Purpose × fact → answer and its reason. A "yes" beside a restriction that was not asked for is a condition.
 * docs/explanation/rights.md names the clauses of the licences.
 */
// prettier-ignore
export const USE_RULES: readonly UseRule[] = [
  { ...PERMISSION, is: 'granted', answer: 'yes', says: (license) => permits(license, ANY_USE) },
  { ...PERMISSION, is: 'non_commercial', answer: 'yes', says: (license) => permits(license, 'non-commercial use') },
  { ...PERMISSION, is: 'educational', answer: 'unknown', code: 'license.educational', says: (license) => `${nameOf(license)} permits educational use; other uses need permission.` },
  { ...PERMISSION, is: 'none', answer: 'no', code: 'license.none', says: (license) => forbids(license, ANY_USE) },
  { ...PERMISSION, is: null, answer: 'unknown', code: 'license.unknown', says: (license) => leavesOpen(license, ANY_USE) },

  { ...SOLD, is: true, answer: 'yes', code: 'license.commercial', says: (license) => permits(license, COMMERCIAL) },
  { ...SOLD, is: false, answer: 'no', code: 'license.non_commercial', says: (license) => forbids(license, COMMERCIAL) },
  { ...SOLD, is: null, answer: 'unknown', code: 'license.commercial_unknown', says: (license) => leavesOpen(license, COMMERCIAL) },
  { ...UNASKED, when: (use) => use.commercial === undefined && !advertises(use), answer: 'yes', says: (license) => forbids(license, COMMERCIAL) },
  { ...UNASKED, when: (use) => use.commercial === undefined && advertises(use), answer: 'unknown', says: (license) => forbids(license, `${COMMERCIAL}, which an advertisement usually is`) },

  { ...CHANGED, is: true, answer: 'yes', code: 'license.derivatives', says: (license) => permits(license, CHANGES) },
  { ...CHANGED, is: false, answer: 'no', code: 'license.no_derivatives', says: (license) => forbids(license, CHANGES) },
  { ...CHANGED, is: null, answer: 'unknown', code: 'license.derivatives_unknown', says: (license) => leavesOpen(license, CHANGES) },
  { ...CHANGED, when: (use) => use.modify === undefined, is: false, answer: 'yes', code: 'license.no_derivatives', says: (license) => forbids(license, CHANGES) },

  { ...UNCREDITED, is: true, answer: 'no', code: 'license.attribution', says: credit },
  { ...UNCREDITED, is: false, answer: 'yes', code: 'license.no_attribution', says: noCredit },
  { ...UNCREDITED, is: null, answer: 'unknown', code: 'license.attribution_unknown', says: (license) => leavesOpen(license, 'use without a credit') },
  { ...UNCREDITED, when: (use) => use.attribute !== false, is: true, answer: 'yes', code: 'license.attribution', says: credit },

  { when: changes, fact: 'changesSaid', is: true, answer: 'yes', code: 'license.indicate_changes', says: (license) => `${nameOf(license)} requires that a changed version says that it is one.` },

  { ...NOT_ALIKE, is: true, answer: 'no', code: 'license.share_alike', says: alike },
  { ...NOT_ALIKE, is: false, answer: 'yes', code: 'license.no_share_alike', says: (license) => `${nameOf(license)} asks for no licence of a changed version.` },
  { ...NOT_ALIKE, is: null, answer: 'unknown', code: 'license.share_alike_unknown', says: (license) => leavesOpen(license, 'a changed version under another licence') },
  { ...NOT_ALIKE, when: (use) => changes(use) && use.share_alike !== false, is: true, answer: 'yes', code: 'license.share_alike', says: alike },

  { ...EDITORIAL, when: (use) => sells(use) || advertises(use), answer: 'no', says: 'It is declared as for editorial use only: not for commercial use or advertising.' },
  { ...EDITORIAL, when: (use) => !sells(use) && !advertises(use), answer: 'yes', says: 'It is declared as for editorial use only.' },

  { ...TRAINED, is: true, answer: 'yes', code: 'training.allowed', says: 'Training models with it is declared as allowed.' },
  { ...TRAINED, is: 'any_purpose', answer: 'yes', code: 'training.any_purpose', source: 'license', says: (license) => `${nameOf(license)} permits use for any purpose, and nobody reserves training.` },
  { ...TRAINED, is: 'service_terms', answer: 'no', code: 'training.service_terms', source: 'license', says: 'The terms of the service that offers it restrict training models.' },
  { ...TRAINED, is: false, answer: 'no', code: 'training.prohibited', says: 'Training models with it is declared as prohibited, or as bound to conditions.' },
  { ...TRAINED, is: null, answer: 'unknown', code: 'training.unknown', says: 'Neither its source nor the file says whether models may be trained with it.' },

  { ...PEOPLE, is: 'released', answer: 'yes', code: 'releases.model', source: 'declared', says: 'A release of the people in it is declared.' },
  { ...PEOPLE, is: 'not_released', answer: 'no', code: 'releases.no_model', source: 'declared', says: 'It is declared that there is no release of the people in it.' },
  { ...PEOPLE, is: 'shown', answer: 'unknown', code: 'releases.model_unknown', source: 'detected', says: 'It shows a face, and no release of the people in it is declared.' },
  { ...PEOPLE, is: 'named', answer: 'unknown', code: 'releases.model_unknown', source: 'declared', says: 'Its caption names a person, and no release of the people in it is declared.' },
  { ...PEOPLE, is: 'none', answer: 'yes', code: 'releases.no_people', source: 'detected', says: 'No face is detected in it, and its caption names no person. Look at it before you rely on that.' },
  { ...PEOPLE, is: null, answer: 'unknown', code: 'releases.people_unknown', source: 'detected', says: 'It is not known whether it shows people, and no release is declared.' },

  { ...PROPERTY, is: true, answer: 'yes', code: 'releases.property', says: 'A release of the property in it is declared.' },
  { ...PROPERTY, is: false, answer: 'no', code: 'releases.no_property', says: 'It is declared that there is no release of the property in it.' },
  { ...PROPERTY, is: null, answer: 'unknown', code: 'releases.property_unknown', says: 'No release of the property in it is declared.' },
];

function permits(license: string, what: string): string {
  const name = nameOf(license);
  if (license === 'pdm') return `${name}: no known copyright restricts ${what}.`;
  if (license === 'us-gov')
    return `${name}: no copyright of the US restricts ${what}; other countries may protect it.`;
  if (license === 'pexels' || license === 'pixabay')
    return `${name} permits ${what}, but not selling or distributing the image on its own, even cropped or recoloured.`;
  const but = license === 'unsplash' && what === COMMERCIAL;
  return `${name} permits ${what}${but ? ', but not selling copies without significant changes' : ''}.`;
}

function forbids(license: string, what: string): string {
  return STATEMENTS.has(license)
    ? `${nameOf(license)} gives no permission for ${what}.`
    : `${nameOf(license)} does not permit ${what}.`;
}

function leavesOpen(license: string, what: string): string {
  if (license === 'unknown') return `Its licence is unknown: nothing says that it permits ${what}.`;
  return `${nameOf(license)} does not settle whether ${what} is permitted.`;
}

/** The licence by its code, as the subject of a sentence. */
function nameOf(license: string): string {
  const statement = STATEMENTS.get(license);
  if (statement !== undefined) return `The statement "${statement}"`;
  const fixed = NAMES.get(license);
  if (fixed !== undefined) return fixed;
  const [, elements = license, rest = ''] = /^cc-([a-z]+(?:-[a-z]+)*)(?:-(\d.*))?$/.exec(license) ?? [];
  return ['CC', elements.toUpperCase(), ...rest.toUpperCase().split('-')].filter(Boolean).join(' ');
}

const NAMES: ReadonlyMap<string, string> = new Map([
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
