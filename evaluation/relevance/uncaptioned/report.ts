import { dirname, join } from 'node:path';
import { createCaptionMap } from '@imagesearch/models/caption-map';
import type { WordVectors } from '@imagesearch/models/word-vectors';
import { readQueries } from '../judgements.js';
import { mean } from '../metrics.js';
import { markdown } from '../tables.js';
import { FOLDS, foldOf, measureTakenAway, type TakenAway } from './captions-taken-away.js';
import { embedCollection, fitOn, type EmbeddedItem } from './collection.js';
import { openLite, type Lite } from './lite.js';
import { findByName, findBySharedWords } from './guesses.js';
import { encodeImages, photographsIn } from './images.js';

const JUDGEMENTS = join(import.meta.dirname, '../../../relevance');
const RIDGES = [0.003, 0.01, 0.03, 0.1, 0.3, 1];

/**
 * `pnpm relevance uncaptioned [folder]`: what a guessed caption does for images that have none, and to those that have
 * one; on OpenMoji always by a map that was fitted on other images than those it guesses for. A folder of JPEG files that
 * are named by what they show is looked at too.
 */
async function report(folder: string | undefined): Promise<void> {
  const lite = await openLite();
  const embedded = await embedCollection(lite);
  reportRidges(embedded, lite.words);
  await reportTakenAway(embedded, lite.profile);
  if (folder !== undefined) await reportPhotographs(folder, embedded, lite);
}

async function reportPhotographs(
  folder: string,
  drawings: readonly EmbeddedItem[],
  { words }: Lite,
): Promise<void> {
  const photographs = await photographsIn(folder);
  const encoded = await encodeImages(photographs.map(({ image }) => image));
  const sought = photographs.map(({ name }, at) => ({
    name,
    vector: encoded[at]?.vector ?? new Float32Array(),
  }));
  const table = fitOn(drawings);
  const named = findByName(sought, table, words);
  const shared = findBySharedWords(sought, table, words);
  const rows = [
    [`its own name, of ${named.images}`, named.found, named.meanReciprocalRank, named.chance],
    [`a word that names share, of ${shared.words}`, shared.recall, undefined, shared.chance],
  ].map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(3) : (cell ?? ''))));
  console.log(
    `\n${sought.length} photographs, by the map of all drawings:\n${markdown([['asked for', 'R@10', 'MRR', 'R@10 by chance'], ...rows])}`,
  );
}

const folds = Array.from({ length: FOLDS }, (_, fold) => fold);

function reportRidges(embedded: readonly EmbeddedItem[], words: WordVectors): void {
  const rows = RIDGES.map((ridge) => {
    const each = folds.map((fold) =>
      findByName(
        embedded
          .filter((one) => foldOf(one) === fold)
          .map(({ item, image }) => ({ name: item.title, vector: image })),
        fitOn(
          embedded.filter((one) => foldOf(one) !== fold),
          ridge,
        ),
        words,
      ),
    );
    const average = (of: (quality: (typeof each)[number]) => number): string => mean(each.map(of)).toFixed(3);
    return [
      String(ridge),
      average(({ found }) => found),
      average(({ meanReciprocalRank }) => meanReciprocalRank),
      average(({ chance }) => chance),
    ];
  });
  console.log(
    `\nThe pictures of each fold alone, by title:\n${markdown([['ridge', 'R@10', 'MRR', 'R@10 by chance'], ...rows])}`,
  );
}

async function reportTakenAway(
  embedded: readonly EmbeddedItem[],
  { dir, fingerprint }: Lite['profile'],
): Promise<void> {
  const queries = readQueries(JUDGEMENTS);
  const place = { modelDir: dirname(dir), fingerprint };
  const measured = { without: [] as TakenAway[], guessed: [] as TakenAway[] };
  for (const fold of folds) {
    const map = createCaptionMap(fitOn(embedded.filter((one) => foldOf(one) !== fold)));
    measured.without.push(await measureTakenAway(embedded, fold, undefined, queries, place));
    measured.guessed.push(await measureTakenAway(embedded, fold, map, queries, place));
  }
  const row = (name: string, of: (each: TakenAway) => number): string[] => [
    name,
    ...[measured.without, measured.guessed].map((each) => mean(each.map(of)).toFixed(3)),
  ];
  const rows = [
    row('nDCG@10, all pictures', ({ all }) => all.ndcg),
    row('recall@10, all pictures', ({ all }) => all.recall),
    row('nDCG@10, captioned', ({ captioned }) => captioned.ndcg),
    row('recall@10, captioned', ({ captioned }) => captioned.recall),
    row('nDCG@10, uncaptioned', ({ uncaptioned }) => uncaptioned.ndcg),
    row('recall@10, uncaptioned', ({ uncaptioned }) => uncaptioned.recall),
    row('uncaptioned, by their title', ({ byTitle }) => byTitle),
  ];
  console.log(
    `\nThe product, one fifth of the captions taken away:\n${markdown([['', 'words borrowed', 'words borrowed, vectors guessed'], ...rows])}`,
  );
}

try {
  await report(process.argv[2]);
  process.exit(0);
} catch (error) {
  console.error(error);
  process.exit(1);
}
