import type { Rights } from '../api/types.js';

export type Verdict = 'yes' | 'no' | 'open' | 'duty';

/** The four questions about rights. */
type Fact = keyof Pick<Rights, 'commercial' | 'derivatives' | 'attribution_required' | 'share_alike'>;
export type Facts = Pick<Rights, Fact>;

interface Said {
  title: string;
  meaning: string;
}

interface Question {
  fact: Fact;
  /** Whether `true` grants something, or asks for something. */
  kind: 'permission' | 'duty';
  yes: Said;
  no: Said;
  /** The source does not settle it. */
  open: Said;
}

/** What each answer means, in plain words. */
const QUESTIONS: Question[] = [
  {
    fact: 'commercial',
    kind: 'permission',
    yes: { title: 'Commercial use', meaning: 'You may use it in something that earns money.' },
    no: { title: 'No commercial use', meaning: 'You may not use it in something that earns money.' },
    open: {
      title: 'Commercial use: unknown',
      meaning: 'The source does not say. Ask the rights holder first.',
    },
  },
  {
    fact: 'derivatives',
    kind: 'permission',
    yes: { title: 'May be changed', meaning: 'You may publish it cropped, recoloured or combined.' },
    no: { title: 'May not be changed', meaning: 'Publish it as it is: no crop, no recolouring, no collage.' },
    open: { title: 'Changes: unknown', meaning: 'The source does not say whether it may be changed.' },
  },
  {
    fact: 'attribution_required',
    kind: 'duty',
    yes: { title: 'Credit needed', meaning: 'Show the credit line with the image.' },
    no: { title: 'No credit needed', meaning: 'Naming the creator is kind, but not required.' },
    open: { title: 'Credit: unknown', meaning: 'The source does not say. Credit it to be safe.' },
  },
  {
    fact: 'share_alike',
    kind: 'duty',
    yes: {
      title: 'Share alike',
      meaning: 'If you publish a changed version, publish it under the same licence.',
    },
    no: { title: 'No share-alike duty', meaning: 'A changed version may have another licence.' },
    open: {
      title: 'Share alike: unknown',
      meaning: 'The source does not say under which licence a changed version may be published.',
    },
  },
];

interface AnsweredQuestion extends Said {
  fact: Fact;
  verdict: Verdict;
}

/**
 * The four questions with their answers. An unknown is never a permission, and never the absence of a duty. Without a known
 * permission to publish changes, nothing says that they may have another licence.
 */
export function answersOf(facts: Facts): AnsweredQuestion[] {
  const isAsked = ({ fact }: Question): boolean =>
    fact !== 'share_alike' || facts.derivatives === true || facts.share_alike !== false;
  return QUESTIONS.filter(isAsked).map(({ fact, kind, yes, no, open }) => {
    const value = facts[fact];
    if (value === null) return { fact, verdict: 'open', ...open };
    if (kind === 'permission') return { fact, verdict: value ? 'yes' : 'no', ...(value ? yes : no) };
    return { fact, verdict: value ? 'duty' : 'yes', ...(value ? yes : no) };
  });
}

/** The credit line, or why there is none: an unknown is never the absence of a duty. */
export function creditOf({
  attribution,
  attribution_required: required,
}: Pick<Rights, 'attribution' | 'attribution_required'>): string {
  if (attribution !== null) return attribution;
  if (required === false) return 'No credit needed';
  return required === null ? 'Credit: unknown' : 'Credit needed';
}

const LICENCE_NAMES: Record<string, string> = {
  cc0: 'CC0',
  pdm: 'Public domain',
  'us-gov': 'US Government',
  unknown: 'Unknown licence',
};

/** A short name of the licence: `cc-by-sa-4.0` → `CC BY-SA 4.0`. */
export function licenceName({
  license,
  license_verbatim: written = '',
}: Pick<Rights, 'license'> & Partial<Pick<Rights, 'license_verbatim'>>): string {
  const known = LICENCE_NAMES[license];
  if (known !== undefined) return known;
  const [, elements, version] = /^cc-([a-z-]+?)(?:-(\d.*))?$/.exec(license) ?? [];
  if (elements !== undefined)
    return ['CC', elements.toUpperCase(), version?.toUpperCase()].filter(Boolean).join(' ');
  return written || license;
}
