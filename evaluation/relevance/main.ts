import { printErr } from '@imagesearch/service-kit/process/terminal';

const REPORTS: Readonly<Record<string, () => Promise<unknown>>> = {
  captions: () => import('./report.js'),
  photographs: () => import('./photographs.js'),
  openclipart: () => import('./openclipart/report.js'),
  'fit-scores': () => import('./scores/fit.js'),
};

/** `npm run relevance -- [name]`; the rest of the arguments are the report's own. */
const [name = 'captions'] = process.argv.splice(2, 1);
const report = REPORTS[name];
if (report === undefined) {
  printErr(`Usage: npm run relevance -- [${Object.keys(REPORTS).join('|')}] …`);
  process.exit(2);
}
await report();
process.exit(0);
