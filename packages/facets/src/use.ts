import { factsOf, type UsedImage, type UseFact, type UseFactName } from './use-facts.js';
import {
  alike,
  ANY_USE,
  CHANGES,
  COMMERCIAL,
  credit,
  forbids,
  leavesOpen,
  nameOf,
  noCredit,
  permits,
} from './license-sentences.js';

/** What somebody wants to do with an image; what is left out is not asked. The contract describes each purpose. */
export type Use = Partial<Record<(typeof PURPOSES)[number], boolean | undefined>>;

/** As requests, the bounds of keys and the parameters of addresses name them. */
export const PURPOSES = [
  'commercial',
  'modify',
  'attribute',
  'share_alike',
  'train_ai',
  'people_identifiable',
  'property_identifiable',
] as const;

export const ANSWERS = ['yes', 'no', 'unknown'] as const;
type Answer = (typeof ANSWERS)[number];

/** Whether an image may be used so, and what decides that. */
export interface Usable {
  answer: Answer;
  because: { code: string; says: string; source: 'license' | 'declared' | 'detected' }[];
}

/**
 * Whether an image may be used so: every row of the rules that fits the purpose and the fact speaks; "no" comes before
 * "unknown", and "unknown" before "yes".
 */
export function usableFor(use: Use, image: UsedImage): Usable {
  const facts = factsOf(image);
  const speaking = USE_RULES.filter((rule) => facts[rule.fact] === rule.is && asks(rule, use));
  const answer =
    (['no', 'unknown'] as const).find((worse) => speaking.some((rule) => rule.answer === worse)) ?? 'yes';
  const because = speaking
    .filter((rule) => rule.answer === answer)
    .map(({ code, says, source = 'license' }) => ({
      code,
      says: typeof says === 'string' ? says : says(image.license),
      source,
    }));
  return { answer, because };
}

/**
 * The conditions that a use sets. An image is usable so, `usableFor` says "yes", exactly if it meets all of them: the index
 * filters by them, and any combination of purposes follows from them.
 */
export function conditionsFor(use: Use): UseCondition[] {
  return CONDITIONS.filter((condition) => ASKED_BY[condition](use));
}

/** The conditions that an image meets: no row of the rules refuses it for a use that sets them. */
export function conditionsMet(image: UsedImage): UseCondition[] {
  const facts = factsOf(image);
  const refusing = USE_RULES.filter(({ answer, fact, is }) => answer !== 'yes' && facts[fact] === is);
  return CONDITIONS.filter((condition) => refusing.every(({ when }) => when !== condition));
}

const sells = ({ commercial }: Use) => commercial === true;
const changes = ({ modify }: Use) => modify === true;
const trains = ({ train_ai: trainAi }: Use) => trainAi === true;
const advertises = (use: Use) => use.people_identifiable === true || use.property_identifiable === true;

/** When a use sets each condition. */
const ASKED_BY = {
  /** The licence is asked by no other row. */
  use: (use: Use) => !sells(use) && !changes(use) && (!trains(use) || advertises(use)),
  sell: sells,
  /** An advertisement that nobody calls commercial, or not commercial. */
  advertise_unsaid: (use: Use) => use.commercial === undefined && advertises(use),
  sell_or_advertise: (use: Use) => sells(use) || advertises(use),
  change: changes,
  uncredited: (use: Use) => use.attribute === false,
  change_under_other_terms: (use: Use) => changes(use) && use.share_alike === false,
  train: trains,
  people: (use: Use) => use.people_identifiable === true,
  property: (use: Use) => use.property_identifiable === true,
} as const;

/** Stored with every point of the index, so a change of the names or the rules raises ingestion's `INGEST_VERSION`. */
export type UseCondition = keyof typeof ASKED_BY;
const CONDITIONS = Object.keys(ASKED_BY) as readonly UseCondition[];

const asks = ({ when }: UseRule, use: Use): boolean =>
  typeof when === 'string' ? ASKED_BY[when](use) : when(use);

/** What refuses is a row of a condition, so that the index knows of it. */
type UseRule = RuleFields &
  (
    | { answer: 'yes'; when: UseCondition | ((use: Use) => boolean) }
    | { answer: 'no' | 'unknown'; when: UseCondition }
  );

interface RuleFields {
  fact: UseFactName;
  is: UseFact;
  code: string;
  /** `license` unless set. */
  source?: Usable['because'][number]['source'];
  /** The reason; of a licence by its code. */
  says: string | ((license: string) => string);
}

const PERMISSION = { code: 'license.use', when: 'use', fact: 'permission' } as const;
const SOLD = { when: 'sell', fact: 'commercial' } as const;
const CHANGED = { when: 'change', fact: 'derivatives' } as const;
const UNCREDITED = { when: 'uncredited', fact: 'attributionRequired' } as const;
const NOT_ALIKE = { when: 'change_under_other_terms', fact: 'shareAlike' } as const;
const UNASKED = { fact: 'commercial', is: false, code: 'license.non_commercial' } as const;
const EDITORIAL = { fact: 'editorialOnly', is: true, code: 'editorial_only', source: 'declared' } as const;
const TRAINED = { when: 'train', fact: 'training', source: 'declared' } as const;
const PEOPLE = { when: 'people', fact: 'people' } as const;
const PROPERTY = { when: 'property', fact: 'propertyRelease', source: 'declared' } as const;

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
  { ...UNASKED, when: 'advertise_unsaid', answer: 'unknown', says: (license) => forbids(license, `${COMMERCIAL}, which an advertisement usually is`) },

  { ...CHANGED, is: true, answer: 'yes', code: 'license.derivatives', says: (license) => permits(license, CHANGES) },
  { ...CHANGED, is: false, answer: 'no', code: 'license.no_derivatives', says: (license) => forbids(license, CHANGES) },
  { ...CHANGED, is: null, answer: 'unknown', code: 'license.derivatives_unknown', says: (license) => leavesOpen(license, CHANGES) },
  { ...CHANGED, when: (use) => use.modify === undefined, is: false, answer: 'yes', code: 'license.no_derivatives', says: (license) => forbids(license, CHANGES) },

  { ...UNCREDITED, is: true, answer: 'no', code: 'license.attribution', says: credit },
  { ...UNCREDITED, is: false, answer: 'yes', code: 'license.no_attribution', says: noCredit },
  { ...UNCREDITED, is: null, answer: 'unknown', code: 'license.attribution_unknown', says: (license) => leavesOpen(license, 'use without a credit') },
  { ...UNCREDITED, when: (use) => use.attribute !== false, is: true, answer: 'yes', code: 'license.attribution', says: credit },

  { when: 'change', fact: 'changesSaid', is: true, answer: 'yes', code: 'license.indicate_changes', says: (license) => `${nameOf(license)} requires that a changed version says that it is one.` },

  { ...NOT_ALIKE, is: true, answer: 'no', code: 'license.share_alike', says: alike },
  { ...NOT_ALIKE, is: false, answer: 'yes', code: 'license.no_share_alike', says: (license) => `${nameOf(license)} asks for no licence of a changed version.` },
  { ...NOT_ALIKE, is: null, answer: 'unknown', code: 'license.share_alike_unknown', says: (license) => leavesOpen(license, 'a changed version under another licence') },
  { ...NOT_ALIKE, when: (use) => changes(use) && use.share_alike !== false, is: true, answer: 'yes', code: 'license.share_alike', says: alike },

  { ...EDITORIAL, when: 'sell_or_advertise', answer: 'no', says: 'It is declared as for editorial use only: not for commercial use or advertising.' },
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
