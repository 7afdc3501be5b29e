import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '../languages.js';
import { emojiFile, languageFile } from './files.js';

/** `node packages/lexicon/dist/build/main.js`: writes the files in `data/` again from the annotations of `emojibase-data`. */
const DATA = join(import.meta.dirname, '../../data');

writeFileSync(join(DATA, 'emoji.tsv'), emojiFile());
for (const language of LANGUAGES) writeFileSync(join(DATA, `${language}.tsv`), languageFile(language));
