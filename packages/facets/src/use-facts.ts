import type { DeclaredFacts } from './declared.js';
import { NAMES } from './license-sentences.js';

/** What decides whether an image may be used for something; null is unknown. */
export interface UsedImage extends Pick<
  DeclaredFacts,
  'training' | 'modelRelease' | 'propertyRelease' | 'editorialOnly'
> {
  /** By its code. */
  license: string;
  commercial: boolean | null;
  derivatives: boolean | null;
  attributionRequired: boolean | null;
  shareAlike: boolean | null;
  /** Detected ones. */
  faces: number | null;
  title: string;
  tags: readonly string[];
  description: string;
}

/** What the rules ask about. */
interface Facts extends Pick<
  UsedImage,
  'commercial' | 'derivatives' | 'attributionRequired' | 'shareAlike' | 'editorialOnly' | 'propertyRelease'
> {
  /** What a licence or a rights statement permits at all. */
  permission: 'granted' | 'non_commercial' | 'educational' | 'none' | null;
  training: boolean | 'any_purpose' | 'service_terms' | null;
  /** Whether a changed version has to say that it is one. */
  changesSaid: boolean;
  people: 'released' | 'not_released' | 'shown' | 'named' | 'none' | null;
}

export type UseFactName = keyof Facts;
export type UseFact = Facts[UseFactName];

/** The facts of one image, from what is declared, detected and written of it. */
export function factsOf(image: UsedImage): Facts {
  const { license } = image;
  return {
    ...image,
    permission: permissionOf(license),
    training: image.training ?? TRAINING_TERMS.get(license) ?? null,
    changesSaid: image.attributionRequired === true && /^(?:cc-|gfdl$)/.test(license),
    people: peopleIn(image),
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

function peopleIn({ modelRelease, faces, title, tags, description }: UsedImage): Facts['people'] {
  if (modelRelease !== null) return modelRelease ? 'released' : 'not_released';
  if (faces !== null && faces > 0) return 'shown';
  if (namesPerson([title, ...tags, description].join(' '))) return 'named';
  return faces === null ? null : 'none';
}

/** A caption with one of these words shows people: "man mountain biking". Professions and the old are left out: "elder" is a tree too. */
export const PERSONS: ReadonlySet<string> = new Set(
  'person people man men woman women lady boy girl child children kid teenager'.split(' '),
);

/** Whether a text has a word for a person. */
export const namesPerson = (text: string): boolean =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => PERSONS.has(word));
