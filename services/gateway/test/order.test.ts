import { describe, expect, it } from '@jest/globals';
import type { Filters } from '@imagesearch/facets/filters';
import type { Candidate } from '../src/search/candidate.js';
import { byCreation, headOf, orderPool, relaxedFilters } from '../src/search/order.js';

const WORDS = 'red apple';
const WIDE: Filters = { aspectMin: 1.7 };
const AI_FREE: Filters = { aiGenerated: false };

/** A candidate by its id. */
interface Shown extends Partial<Omit<Candidate, 'assetId'>> {
  id: string;
  /** How well its text answers the words; undefined where the reranker did not score it. */
  text?: number;
}

interface Wanted {
  words?: string;
  k?: number;
  soft?: Filters;
  isDegraded?: boolean;
}

/** Images in the order of retrieval. */
function ordered(
  images: readonly Shown[],
  { words = WORDS, k = images.length, soft = {}, isDegraded = false }: Wanted = {},
) {
  const pool = images.map((image): Candidate => ({
    ...{ assetId: image.id, score: 0.5, duplicates: [], similarities: {}, matched: [] },
    ...image,
  }));
  const byId = new Map(images.flatMap(({ id, text }) => (text === undefined ? [] : [[id, text] as const])));
  const { candidates, ranking } = orderPool(
    pool,
    isDegraded ? undefined : { byId, words, method: 'lexical' },
    { soft, k },
  );
  const results = candidates.slice(0, k);
  return {
    ids: results.map(({ assetId }) => assetId),
    scores: results.map(({ score }) => score),
    met: results.map(({ designMet }) => designMet),
    relaxed: relaxedFilters(results, soft),
    found: candidates.length,
    ranking,
  };
}

const many = (count: number, image: (at: number) => Shown): Shown[] =>
  Array.from({ length: count }, (_, at) => image(at));

describe('the blend of all scores', () => {
  const inColour = (text: number): Shown[] => [
    { id: 'plain', score: 0.9, text: 1, paletteCloseness: 0 },
    { id: 'green', score: 0.8, text, paletteCloseness: 0.5 },
  ];
  const byExample = (text: number): Shown[] => [
    { id: 'unlike', text: 0.8, similarities: { caption: 0.6, image: 0.5 } },
    { id: 'like', text, similarities: { caption: 0.55, image: 1 } },
  ];
  const captioned: Shown[] = [
    { id: 'said', text: 0.9, similarities: { caption: 0.3 } },
    { id: 'meant', text: 0.4, similarities: { caption: 0.6 } },
  ];
  /** The last one is the least that the list of captions holds. */
  const seen = (sight: number): Shown[] => [
    { id: 'said', text: 0.5, similarities: { caption: 0.5 } },
    { id: 'seen', text: 0.5, similarities: { sight } },
    { id: 'last', text: 0.5, similarities: { caption: 0.2 } },
  ];

  it.each<[string, readonly Shown[], string, string?]>([
    [
      'what the reranker prefers among images that retrieval finds alike',
      [
        { id: 'a', score: 0.9, text: 0 },
        { id: 'b', score: 0.7, text: 1 },
      ],
      'b a',
    ],
    [
      'an image that retrieval finds far better, though its words are poor',
      [
        { id: 'a', score: 1, text: 0.4 },
        { id: 'b', score: 0.3, text: 0.75 },
      ],
      'a b',
    ],
    [
      'what the reranker scored, then the others in the order of retrieval',
      [
        { id: 'a', score: 0.9, text: 0.1 },
        { id: 'b', score: 0.8, text: 0.9 },
        { id: 'c', score: 0.7 },
        { id: 'd', score: 0.6 },
      ],
      'b a c d',
    ],
    ['a preferred colour before words that are a little better', inColour(0.8), 'green plain', 'heart'],
    ['words that are far better before a preferred colour', inColour(0.1), 'plain green', 'heart'],
    ['what is more like the example where words are alike', byExample(0.8), 'like unlike', 'ball'],
    ['words that are far better before likeness', byExample(0.1), 'unlike like', 'ball'],
    ['what texts say of two words', captioned, 'said meant', 'waste bin'],
    ['what captions mean of three words', captioned, 'meant said', 'throwing old things into a bin'],
    ['a caption before an image whose pixels show it 0.19 better', seen(0.69), 'said seen last'],
    ['an image whose pixels show it 0.21 better before a caption', seen(0.71), 'seen said last'],
  ])('puts first %s', (_what, images, ids, words = WORDS) => {
    expect(ordered(images, { words }).ids).toEqual(ids.split(' '));
  });

  it('takes an image that the list of captions does not hold for as unlike as its last one', () => {
    const captions = [undefined, 0.6, 0.2];
    const images = captions.map((caption, at) => ({ id: `${at}`, text: 0.5, similarities: { caption } }));
    const { ids, scores } = ordered(images);
    expect(ids).toEqual(['1', '0', '2']);
    expect(scores[1]).toBe(scores[2]);
  });

  it('takes no meaning from the similarity with pixels where words are compared with those of all images', () => {
    const images = [0.9, 0.4].map((sight, at) => ({
      ...{ id: `${at}`, text: 0.5, similarities: { sight }, sightRank: at + 1 },
    }));
    const { scores } = ordered(images);
    expect(scores[0]).toBe(scores[1]);
  });
});

describe('the final order when the model compares words with images', () => {
  /** Fused scores fall down the pool; texts answer the words except those of `poor`, and the last 15 are not scored. */
  const pool = (bySight: readonly number[], poor: readonly number[]) =>
    many(60, (at) => ({
      id: `${at}`,
      score: 1 - at / 60,
      ...(at < 45 || poor.includes(at) ? { text: poor.includes(at) ? 0 : 0.95 } : {}),
      sightRank: bySight.includes(at) ? bySight.indexOf(at) + 1 : undefined,
    }));

  it('images that look most like the words stay among the first three, six and nine, although they have no words', () => {
    const { ids } = ordered(pool([59, 58, 57], [59, 58, 57]));
    expect(['59', '58', '57'].map((id) => ids.indexOf(id))).toEqual([2, 5, 8]);
  });

  it('an image that the reranker ranks higher than that keeps its rank', () => {
    const { ids } = ordered(pool([0, 40], []));
    expect(['0', '40'].map((id) => ids.indexOf(id))).toEqual([0, 5]);
  });

  it('holds every image once, with scores within 0 and 1 that never rise', () => {
    const images = pool([59, 3, 41, 20], [59, 41]);
    const { ids, scores } = ordered(images);
    expect(ids.toSorted()).toEqual(images.map(({ id }) => id).toSorted());
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const beyond = [2, -1].map((score) => ({ id: `${score}`, score }));
    expect(ordered(beyond, { isDegraded: true }).scores).toEqual([1, 0]);
  });
});

const candidateOf = ({ id, ...image }: Shown): Candidate => ({
  ...{ assetId: id, score: 0.5, duplicates: [], similarities: {}, matched: [] },
  ...image,
});
const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ assetId }) => assetId);

describe('the head whose texts are scored', () => {
  const meeting = many(120, (at) => ({ id: `meets-${at}` })).map(candidateOf);
  const others = many(120, (at) => ({ id: `fails-${at}`, unmet: ['aspect'] })).map(candidateOf);

  it.each([
    [10, 50],
    [80, 80],
  ])('of a page of %i is a hundred that meet the filters and %i that do not', (k, failing) => {
    const head = headOf([...others, ...meeting], { k });
    expect(idsOf(head)).toEqual(idsOf([...meeting.slice(0, 100), ...others.slice(0, failing)]));
  });
});

describe('an order by date', () => {
  const images = [
    { id: 'made', createdMs: 9, unmet: ['aiGenerated' as const] },
    { id: 'old', createdMs: 1 },
    { id: 'new', createdMs: 5 },
    { id: 'before-1970', createdMs: -3 },
    ...many(20, (at) => ({ id: `undated-${at}` })),
  ].map(candidateOf);

  it('has the undated after the dated, and what fails a default at the end', () => {
    const last = [...many(20, (at) => ({ id: `undated-${at}` })).map(({ id }) => id), 'made'];
    expect(idsOf(byCreation(images, 'newest'))).toEqual(['new', 'old', 'before-1970', ...last]);
    expect(idsOf(byCreation(images, 'oldest'))).toEqual(['before-1970', 'old', 'new', ...last]);
  });
});

describe('the scores of an order', () => {
  it('stay within 0 and 1, however much an image meets and is alike', () => {
    const best: Shown = {
      id: 'best',
      score: 1,
      text: 1,
      similarities: { caption: 1, image: 1 },
      paletteCloseness: 1,
    };
    for (const soft of [{}, WIDE]) expect(ordered([best], { soft }).scores).toEqual([1]);
    const unlike: Shown = { id: 'unlike', text: 0, score: 0, unmet: ['aspect'] };
    expect(ordered([best, unlike], { soft: WIDE }).scores[0]).toBe(1);
  });
});

describe('filters read from the words', () => {
  const soft = { ...AI_FREE, ...WIDE };
  const wide = (id: string, text: number): Shown => ({ id, text, similarities: { caption: text } });
  const narrow = (id: string, text: number): Shown => ({ ...wide(id, text), unmet: ['aspect'] });

  it('hold while enough images meet them and the words', () => {
    const narrows = many(5, (at) => narrow(`mountain-${at}`, 0.9));
    const wides = many(5, (at) => wide(`wide-mountain-${at}`, 0.9));
    const { ids, relaxed, met, found } = ordered([...narrows, ...wides], { k: 4, soft });
    expect(ids).toEqual(wides.slice(0, 4).map(({ id }) => id));
    expect({ relaxed, found }).toEqual({ relaxed: [], found: 5 });
    expect(met).toEqual(Array(4).fill(['aspectMin']));
  });

  it('hold where what they leave answers the words about as well', () => {
    const narrows = many(5, (at) => narrow(`mountain-${at}`, 0.9));
    const wides = many(5, (at) => wide(`wide-hill-${at}`, 0.6));
    expect(ordered([...narrows, ...wides], { k: 4, soft }).found).toBe(5);
  });

  it('are preferences when what they leave is of another subject', () => {
    const images = [
      wide('mountain-wide', 0.9),
      ...many(6, (at) => narrow(`mountain-${at}`, 0.9)),
      ...many(9, (at) => wide(`tape-measure-${at}`, 0.1)),
    ];
    const { ids, relaxed, met } = ordered(images, { k: 5, soft });
    expect(ids[0]).toBe('mountain-wide');
    expect(ids.filter((id) => id.startsWith('mountain'))).toHaveLength(5);
    expect(relaxed).toEqual(['aspectMin']);
    expect(met).toEqual([['aspectMin'], [], [], [], []]);
  });

  it('come before a title that has one word of two', () => {
    const wides = many(4, (at) => wide(`wide-${at}`, 0));
    expect(ordered([narrow('one-word', 0.46), ...wides], { soft }).ids.at(-1)).toBe('one-word');
    expect(ordered([narrow('both-words', 0.9), ...wides], { soft }).ids[0]).toBe('both-words');
  });

  it('hold when all that answers the words meets them, however little that is', () => {
    const images = [
      ...many(2, (at) => wide(`wide-mountain-${at}`, 0.9)),
      ...many(9, (at) => wide(`tape-measure-${at}`, 0.1)),
      ...many(9, (at) => narrow(`ruler-${at}`, 0.1)),
    ];
    const { ids, relaxed } = ordered(images, { k: 5, soft });
    expect(ids.slice(0, 2)).toEqual(['wide-mountain-0', 'wide-mountain-1']);
    expect(relaxed).toEqual([]);
  });

  it('count the more, the later they are relaxed: the image without faces stands before the wide one', () => {
    const images: Shown[] = [
      { id: 'wide', text: 0.9, unmet: ['faces'] },
      { id: 'empty', text: 0.9, unmet: ['aspect'] },
    ];
    const { ids, relaxed } = ordered(images, { soft: { ...soft, facesMax: 0 } });
    expect(ids).toEqual(['empty', 'wide']);
    expect(relaxed).toEqual(['aspectMin', 'facesMax']);
  });

  it('name both bounds of a range', () => {
    const images: Shown[] = [{ id: 'one', text: 0.9, unmet: ['faces'] }, wide('two', 0.1)];
    const { relaxed, met } = ordered(images, { soft: { facesMin: 2, facesMax: 2 } });
    expect(relaxed).toEqual(['facesMin', 'facesMax']);
    expect(met).toContainEqual(['facesMin', 'facesMax']);
  });

  it('are preferences without a reranker too, and the answer says that it is degraded', () => {
    const images = [...many(3, (at) => narrow(`mountain-${at}`, 0)), wide('wide', 0)];
    expect(ordered(images, { soft, isDegraded: true })).toMatchObject({
      ids: ['wide', 'mountain-0', 'mountain-1', 'mountain-2'],
      ranking: 'degraded',
    });
  });

  it('find nothing in an empty pool', () => {
    expect(ordered([], { k: 3, soft })).toMatchObject({ ids: [], relaxed: [], ranking: 'none' });
  });
});

describe('a default filter', () => {
  it('never yields to a score, nor to what was read from the words: what fails it comes last', () => {
    const made: Shown = { id: 'made', text: 1, unmet: ['aiGenerated'] };
    const drawn: Shown = { id: 'drawn', text: 0.1, unmet: ['aspect'] };
    expect(ordered([made, drawn], { soft: AI_FREE })).toMatchObject({
      ids: ['drawn', 'made'],
      relaxed: ['aiGenerated'],
      met: [undefined, undefined],
    });
    expect(ordered([made, drawn], { k: 1, soft: AI_FREE }).relaxed).toEqual([]);
    expect(ordered([made, drawn], { soft: { ...AI_FREE, ...WIDE } }).ids).toEqual(['drawn', 'made']);
  });
});
