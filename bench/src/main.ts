import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printErr } from '@imagesearch/service-kit/process/terminal';

const ROOT = join(import.meta.dirname, '../..');
const BENCHES: Readonly<Record<string, string>> = {
  peer: 'bench/dist/peer.js',
  'before-after': 'bench/dist/before-after.js',
  ingestion: 'bench/dist/ingestion.js',
  retrieval: 'services/retrieval/bench/dist/recall-and-speed.js',
};

/** `npm run bench -- <name>`; the rest of the arguments are the bench's own. */
const [name = ''] = process.argv.splice(2, 1);
const bench = BENCHES[name];
if (bench === undefined) {
  printErr(`Usage: npm run bench -- <${Object.keys(BENCHES).join('|')}> …`);
  process.exit(2);
}
await import(pathToFileURL(join(ROOT, bench)).href);
