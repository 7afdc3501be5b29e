import { describe, expect, it } from '@jest/globals';
import {
  conditionsFor,
  conditionsMet,
  PURPOSES,
  USE_RULES,
  usableFor,
  type Use,
} from '@imagesearch/facets/use';
import type { UsedImage } from '@imagesearch/facets/use-facts';
import fc from 'fast-check';

const ad: Use = { commercial: true, people_identifiable: true };
const remix: Use = { commercial: true, modify: true };
const ownTerms: Use = { modify: true, share_alike: false };
const train: Use = { train_ai: true };

type Declared = Partial<Record<'model' | 'property' | 'training' | 'editorial', boolean | null>> & {
  faces?: number | null;
  title?: string;
};
type Rights = Pick<UsedImage, 'commercial' | 'derivatives' | 'shareAlike' | 'attributionRequired'>;
type Scene = [
  license: string,
  use: Use,
  declared: Declared,
  answer: 'yes' | 'no' | 'unknown',
  ...because: string[],
];

const SOLD = 'license.commercial';
const CHANGED = 'license.derivatives';
const UNSOLD = 'license.non_commercial';
const CREDIT = 'license.attribution';
const ALIKE = 'license.share_alike';
const NOTE = 'license.indicate_changes';
const OPEN = ['license.commercial_unknown', 'license.derivatives_unknown', 'license.share_alike_unknown'];

/** Licence, purposes, what is declared and detected besides; then what a lawyer's checklist says. */
const SCENES: Scene[] = [
  // What the licence permits.
  ['cc0', { commercial: true }, {}, 'yes', SOLD],
  ['cc0', { modify: false }, {}, 'yes', 'license.use'],
  ['cc0', { modify: true, attribute: false }, {}, 'yes', CHANGED, 'license.no_attribution'],
  ['cc0', ownTerms, {}, 'yes', CHANGED, 'license.no_share_alike'],
  ['cc-by-4.0', { commercial: true, attribute: true }, {}, 'yes', SOLD, CREDIT],
  ['cc-by-4.0', { attribute: false }, {}, 'no', CREDIT],
  ['ogl-uk-3.0', remix, {}, 'yes', SOLD, CHANGED, CREDIT],
  ['gfdl', { modify: true }, {}, 'yes', CHANGED, CREDIT, NOTE, ALIKE],
  ['cc-sa-1.0', { modify: true, attribute: false }, {}, 'yes', CHANGED, 'license.no_attribution', ALIKE],
  ['cc-by-sa-4.0', { modify: true, share_alike: true }, {}, 'yes', CHANGED, CREDIT, NOTE, ALIKE],
  ['cc-by-sa-4.0', ownTerms, {}, 'no', ALIKE],
  ['cc-by-sa-3.0-de', { commercial: true, share_alike: false }, {}, 'yes', SOLD, CREDIT],
  ['cc-by-nd-4.0', { modify: true }, {}, 'no', 'license.no_derivatives'],
  ['cc-by-nd-2.0', { commercial: true }, {}, 'yes', SOLD, 'license.no_derivatives', CREDIT],
  ['cc-by-nc-4.0', { modify: true }, {}, 'yes', UNSOLD, CHANGED, CREDIT, NOTE],
  ['cc-by-nc-4.0', { commercial: false }, {}, 'yes', 'license.use', CREDIT],
  ['cc-by-nc-sa-2.0', { ...ownTerms, commercial: true }, {}, 'no', UNSOLD, ALIKE],
  // Statements and what is unknown permit nothing by themselves.
  ['inc', { commercial: false }, {}, 'no', 'license.none'],
  ['inc-edu', { commercial: false }, {}, 'unknown', 'license.educational'],
  ['inc-nc', { commercial: false, modify: true }, {}, 'unknown', 'license.derivatives_unknown'],
  ['noc-nc', { commercial: false }, {}, 'yes', 'license.use'],
  ['nkc', { attribute: false }, {}, 'unknown', 'license.unknown', 'license.attribution_unknown'],
  ['unknown', { ...ownTerms, commercial: true }, {}, 'unknown', ...OPEN],
  // People and property in an advertisement.
  ['cc0', ad, { faces: 2 }, 'unknown', 'releases.model_unknown'],
  ['cc0', ad, { faces: 2, model: true }, 'yes', SOLD, 'releases.model'],
  ['cc0', ad, { faces: 2, model: false }, 'no', 'releases.no_model'],
  ['cc0', ad, { faces: 0, title: 'A manor' }, 'yes', SOLD, 'releases.no_people'],
  ['cc0', ad, { faces: null }, 'unknown', 'releases.people_unknown'],
  ['cc0', ad, { faces: 0, title: 'Woman, seen from behind' }, 'unknown', 'releases.model_unknown'],
  ['cc-by-nc-4.0', ad, { faces: 1 }, 'no', UNSOLD],
  ['cc-by-nc-4.0', { people_identifiable: true }, { model: true }, 'unknown', UNSOLD],
  ['cc0', { ...ad, commercial: false }, { model: true }, 'yes', 'license.use', 'releases.model'],
  ['cc0', { property_identifiable: true }, {}, 'unknown', 'releases.property_unknown'],
  ['cc0', { property_identifiable: true }, { property: true }, 'yes', 'license.use', 'releases.property'],
  ['cc0', { property_identifiable: true }, { property: false }, 'no', 'releases.no_property'],
  // Editorial use.
  ['cc0', { commercial: true }, { editorial: true }, 'no', 'editorial_only'],
  ['cc0', { ...ad, commercial: false }, { editorial: true, model: true }, 'no', 'editorial_only'],
  ['cc0', { modify: true }, { editorial: true }, 'yes', CHANGED, 'editorial_only'],
  // Training.
  ['cc0', train, {}, 'yes', 'training.any_purpose'],
  ['cc0', train, { training: false }, 'no', 'training.prohibited'],
  ['cc-by-4.0', train, {}, 'unknown', 'training.unknown'],
  ['inc', train, { training: true }, 'yes', UNSOLD, 'license.no_derivatives', 'training.allowed'],
  ['unsplash', train, {}, 'no', 'training.service_terms'],
  ['pexels', train, {}, 'no', 'training.service_terms'],
];

describe('may this image be used for this?', () => {
  it.each(SCENES)('%s for %j, declared %j: %s', (license, use, declared, answer, ...because) => {
    const usable = usableFor(use, image(license, declared));
    expect({ answer: usable.answer, because: usable.because.map(({ code }) => code) }).toEqual({
      answer,
      because,
    });
  });

  it('tests every row of the rules', () => {
    const spoke = SCENES.flatMap(([, , , answer, ...because]) => because.map((code) => `${code}: ${answer}`));
    expect(new Set(spoke)).toEqual(new Set(USE_RULES.map(({ code, answer }) => `${code}: ${answer}`)));
  });

  it.each<[string, Use, string]>([
    [
      'cc-by-nc-nd-2.0-de',
      { modify: true },
      'CC BY-NC-ND 2.0 DE does not permit publishing a changed version.',
    ],
    ['cc-by', { attribute: false }, 'CC BY requires a credit.'],
    ['pdm', { commercial: true }, 'The Public Domain Mark: no known copyright restricts commercial use.'],
    ['us-gov', { commercial: true }, 'restricts commercial use; other countries may protect it.'],
    ['cc-by-nc-4.0', { commercial: false }, 'CC BY-NC 4.0 permits non-commercial use.'],
    ['cc-by-nc-sa-3.0', { people_identifiable: true }, 'commercial use, which an advertisement usually is.'],
    ['pexels', { commercial: true }, 'but not selling or distributing the image on its own'],
    ['unsplash', { commercial: true }, 'but not selling copies without significant changes.'],
    ['unsplash', { modify: true }, 'The Unsplash License permits publishing a changed version.'],
    ['cc-by-sa-1.0', { modify: true }, 'requires that a changed version has the same licence.'],
    ['cc-by-sa-4.0', { modify: true }, 'has the same licence, or another one that it accepts.'],
    ['gfdl', { commercial: true }, 'requires a credit, and its own text with every copy.'],
    ['cc-sa-1.0', { attribute: false }, 'requires no credit, but its text or its address with every copy.'],
    ['inc', { commercial: true }, 'The statement "In Copyright" gives no permission for commercial use.'],
    ['nkc', { commercial: true }, 'does not settle whether commercial use is permitted.'],
    ['unknown', { commercial: true }, 'Its licence is unknown: nothing says that it permits commercial use.'],
  ])('says of %s for %j: %s', (license, use, sentence) => {
    const said = usableFor(use, image(license, {})).because;
    expect(said).toContainEqual(
      expect.objectContaining({ says: expect.stringContaining(sentence), source: 'license' }),
    );
  });
});

describe('the conditions that the index filters by', () => {
  const maybe = fc.constantFrom(true, false, null);
  const anyUse = fc.record(Object.fromEntries(PURPOSES.map((name) => [name, fc.boolean()])), {
    requiredKeys: [],
  });
  const anyImage = fc.record({
    license: fc.constantFrom(...new Set(SCENES.map(([license]) => license))),
    rights: fc.option(
      fc.record({
        commercial: maybe,
        derivatives: maybe,
        shareAlike: maybe,
        attributionRequired: maybe,
      }),
      { nil: {} },
    ),
    declared: fc.record({
      model: maybe,
      property: maybe,
      training: maybe,
      editorial: maybe,
      faces: fc.constantFrom(null, 0, 2),
      title: fc.constantFrom('', 'A woman at work'),
    }),
  });

  it('are all met by exactly the images whose answer is "yes", whatever the purposes are', () => {
    fc.assert(
      fc.property(anyUse, anyImage, (use, { license, rights, declared }) => {
        const one = { ...image(license, declared), ...rights };
        const met = new Set(conditionsMet(one));
        const meetsAll = conditionsFor(use).every((condition) => met.has(condition));
        expect(meetsAll).toBe(usableFor(use, one).answer === 'yes');
      }),
      { numRuns: 5_000 },
    );
  });

  it('are at least one for every use', () => {
    fc.assert(fc.property(anyUse, (use) => conditionsFor(use).length > 0));
  });
});

function image(
  license: string,
  { faces = 0, title = '', model = null, property = null, training = null, editorial = null }: Declared,
): UsedImage {
  return {
    ...rightsOf(license),
    license,
    training,
    modelRelease: model,
    propertyRelease: property,
    editorialOnly: editorial,
    faces,
    title,
    tags: [],
    description: '',
  };
}

const FREE = { commercial: true, derivatives: true, shareAlike: false, attributionRequired: false };
const RESERVED = { commercial: false, derivatives: false, shareAlike: null, attributionRequired: null };
const UNSETTLED = { commercial: null, derivatives: null, shareAlike: null, attributionRequired: null };

/** As the rights service resolves these codes. */
const FIXED: Record<string, Rights> = {
  ...Object.fromEntries(
    ['cc0', 'pdm', 'us-gov', 'unsplash', 'pexels', 'pixabay'].map((code) => [code, FREE]),
  ),
  gfdl: { ...FREE, shareAlike: true, attributionRequired: true },
  'ogl-uk-3.0': { ...FREE, attributionRequired: true },
  inc: RESERVED,
  'inc-edu': RESERVED,
  'inc-nc': { ...UNSETTLED, commercial: false },
  'noc-nc': { commercial: false, derivatives: true, shareAlike: false, attributionRequired: null },
  'noc-us': UNSETTLED,
  nkc: UNSETTLED,
  unknown: UNSETTLED,
};
function rightsOf(license: string): Rights {
  const elements = license.split('-');
  return (
    FIXED[license] ?? {
      commercial: !elements.includes('nc'),
      derivatives: !elements.includes('nd'),
      shareAlike: elements.includes('sa'),
      attributionRequired: elements.includes('by'),
    }
  );
}
