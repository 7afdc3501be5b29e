import { beforeAll, expect, test } from '@jest/globals';
import type { FiltersInput, PointInput, SearchPointsRequestInput } from '@imagesearch/contracts/messages';
import { describeOnIndexes } from '../support/engines.js';
import { by, byImage, point, retrievalForAll, towards } from '../support/retrieval-fixture.js';

/** Everything is known about these; nothing about `a:unknown`. */
const POINTS: PointInput[] = [
  point('a:unknown', { source: 'museum', signals: {}, rights: {} }),
  point('a:nothing', { source: `o'brien` }),
  point('a:dark', {
    description: 'black cats',
    source: 'flickr',
    aiGenerated: true,
    humanMade: false,
    created: '2024',
    creator: 'Ada Lovelace',
    tags: ['Harbour', 'night sky'],
    usable: ['use', 'sell'],
    signals: {
      luminance: 0.25,
      monochrome: true,
      saturation: 0.02,
      faces: 0,
      aspect: 0.75,
      resolution: 0.5,
      negSpace: ['left', 'top'],
    },
    rights: {
      license: 'cc-by',
      commercial: true,
      derivatives: false,
      shareAlike: false,
      attributionRequired: true,
    },
  }),
  point('a:light', {
    description: 'A white cat',
    source: '東京',
    humanMade: true,
    sensitive: true,
    created: '2024-05-01T10:30:00+09:00',
    creator: `ÉLODIE O'BRIEN`,
    tags: ['harbour', `it's`],
    usable: ['use', 'sell', 'change'],
    signals: {
      luminance: 0.75,
      monochrome: false,
      saturation: 0.5,
      faces: 3,
      aspect: 1.5,
      resolution: 12,
      negSpace: ['right'],
    },
    rights: {
      license: `it's "free"`,
      commercial: false,
      derivatives: true,
      shareAlike: true,
      attributionRequired: false,
    },
  }),
  point('a:black', {
    description: 'A black dog',
    source: 'flickr',
    created: '1874-02',
    creator: 'ada lovelace',
    tags: ['night'],
    signals: { luminance: 0, monochrome: true, faces: 1_000, aspect: 1, resolution: 4, negSpace: [] },
    rights: {
      license: 'cc0',
      commercial: true,
      derivatives: true,
      shareAlike: false,
      attributionRequired: false,
    },
  }),
].map((image) => ({ ...image, title: 'House', caption: towards(10) }));

const ALL = ['a:black', 'a:dark', 'a:light', 'a:nothing', 'a:unknown'];

type Conditions = FiltersInput & Pick<SearchPointsRequestInput, 'excludedWords'>;

const CASES: [Conditions, string[]][] = [
  [{}, ALL],
  [{ luminanceMin: 0.25 }, ['a:dark', 'a:light']],
  [{ luminanceMax: 0 }, ['a:black']],
  [{ monochrome: true }, ['a:black', 'a:dark']],
  [{ monochrome: false }, ['a:light']],
  [{ saturationMin: 0.02 }, ['a:dark', 'a:light']],
  [{ facesMin: 0 }, ['a:black', 'a:dark', 'a:light']],
  [{ facesMax: 0 }, ['a:dark']],
  [{ aspectMin: 0.75 }, ['a:black', 'a:dark', 'a:light']],
  [{ aspectMin: 1, aspectMax: 1 }, ['a:black']],
  [{ resolutionMin: 4 }, ['a:black', 'a:light']],
  [{ negSpaceAny: ['left', 'right'] }, ['a:dark', 'a:light']],
  [{ commercial: true }, ['a:black', 'a:dark']],
  [{ derivatives: true }, ['a:black', 'a:light']],
  [{ attributionRequired: true }, ['a:dark']],
  [{ licenseAny: ['cc0', 'cc-by', 'none'] }, ['a:black', 'a:dark']],
  [{ licenseAny: [`it's "free"`] }, ['a:light']],
  [{ licenseAny: [`x' OR 'a' = 'a`] }, []],
  [{ licenseAny: ['cc%', 'cc_'] }, []],
  [{ licenseAny: [`\\' OR true --`] }, []],
  [{ sourceAny: ['東京', `o'brien`] }, ['a:light', 'a:nothing']],
  [{ sourceAny: [`flickr'); --`] }, []],
  [{ aiGenerated: true }, ['a:dark']],
  [{ aiGenerated: false }, ['a:black', 'a:light', 'a:nothing', 'a:unknown']],
  [{ humanMade: true }, ['a:light']],
  [{ sensitive: true }, ALL],
  [{ sensitive: false }, ['a:black', 'a:dark', 'a:nothing', 'a:unknown']],
  [{ createdFrom: '2024' }, ['a:dark', 'a:light']],
  [{ createdTo: '2024-11' }, ['a:black', 'a:light']],
  [{ createdTo: '2024-05-01T10:29' }, ['a:black']],
  [{ createdFrom: '1874-02-01', createdTo: '1874-02-28' }, ['a:black']],
  [{ creator: 'ADA Lovelace' }, ['a:black', 'a:dark']],
  [{ creator: `e\u0301lodie o'brien` }, ['a:light']],
  [{ creator: 'Ada' }, []],
  [{ tagsAny: ['night', `it's`] }, ['a:black', 'a:light']],
  [{ tagsAll: ['harbour', 'Night Sky'] }, ['a:dark']],
  [{ tagsAll: ['harbour', 'night'] }, []],
  [{ tagsAny: ['night', 'night sky'], tagsAll: ['harbour'], creator: 'ada lovelace' }, ['a:dark']],
  [{ tagsAny: [`x']) OR (true`] }, []],
  [{ usableAll: ['use'] }, ['a:dark', 'a:light']],
  [{ usableAll: ['change', 'sell'] }, ['a:light']],
  [{ usableAll: ['sell', 'train'] }, []],
  [{ commercial: true, luminanceMax: 0.5, sourceAny: ['flickr'], negSpaceAny: ['left'] }, ['a:dark']],
  [{ excludedWords: ['CAT'] }, ['a:black', 'a:nothing', 'a:unknown']],
  [{ excludedWords: ['cats', 'dogs'] }, ['a:nothing', 'a:unknown']],
  [{ excludedWords: ['black cat'] }, ['a:black', 'a:light', 'a:nothing', 'a:unknown']],
  [{ excludedWords: ['dog'], commercial: true }, ['a:dark']],
  [{ excludedWords: ['the', "%' OR 1=1 --"] }, ALL],
];

describeOnIndexes('filters', (engine) => {
  const retrieval = retrievalForAll(engine);

  beforeAll(async () => {
    await retrieval.upsert(...POINTS);
  });

  const expectSame = async ({ excludedWords = [], ...filters }: Conditions, expected: string[]) => {
    const sorted = async (request: SearchPointsRequestInput) =>
      (await retrieval.search({ ...request, filters, excludedWords })).toSorted();
    for (const request of [byImage(), by({ caption: towards(0) }), { words: 'house' }, {}])
      expect(await sorted(request)).toEqual(expected);
    const others = expected.filter((assetId) => assetId !== 'a:nothing');
    expect(await sorted({ seed: 'a:nothing' })).toEqual(others);
  };

  test.each(CASES)('%j holds for exactly %j in every list, before optimizing', expectSame);

  test.each([
    ['optimizing', () => retrieval.optimize()],
    ['a restart', () => retrieval.restart()],
  ])('%s changes no answer', async (_what, happens) => {
    await happens();
    for (const [filters, expected] of CASES) await expectSame(filters, expected);
  });

  test('a point written after optimizing is filtered like the others', async () => {
    await retrieval.upsert(
      { ...POINTS[2], assetId: 'a:later' },
      { ...POINTS[0], assetId: 'a:later-unknown' },
    );
    for (const [filters, expected] of CASES) {
      const later = [
        ...(expected.includes('a:dark') ? ['a:later'] : []),
        ...(expected.includes('a:unknown') ? ['a:later-unknown'] : []),
      ];
      await expectSame(filters, [...expected, ...later].toSorted());
    }
  });
});
