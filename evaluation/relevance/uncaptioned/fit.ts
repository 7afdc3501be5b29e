import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeCaptionMap } from '@imagesearch/models/caption-map-file';
import { embedCollection, fitOn } from './collection.js';
import { openLite } from './lite.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const FILE = join(REPOSITORY, 'packages/lite-models/data/caption-map.json');

/** `pnpm relevance fit-captions`: fits the map of `lite` on all of OpenMoji and writes it where the models are built from. */
const table = fitOn(await embedCollection(await openLite()));
await writeFile(
  FILE,
  encodeCaptionMap(table, {
    source: 'OpenMoji 17.0.0: fitted on its pictures and captions, and holding none of them',
    licence: 'CC BY-SA 4.0',
  }),
);
console.log(`Written to ${FILE}. Another map is another model: run ingest -- reindex.`);
process.exit(0);
