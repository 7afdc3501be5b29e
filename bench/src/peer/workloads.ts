import { openMojiTexts } from '@imagesearch/testkit/images/openmoji';
import { of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';

const PATH = '/v1/search';
/** In one round, by the number of clients. */
const REQUESTS: Readonly<Record<number, number>> = { 1: 60, 8: 200, 64: 400 };
const REPEATED_CLIENTS = 8;

/** Searches by texts that nobody asked before, at each load; and by texts that were asked. */
export function workloads(): Workload[] {
  const nextText = newTexts();
  const ofNew = Object.entries(REQUESTS).map(([clients, requests]) => ({
    name: `new texts, ${clients} clients`,
    clients: Number(clients),
    requests,
    path: PATH,
    bodyAt: () => ({ query: nextText(), k: RESULTS }),
  }));
  const again = {
    name: `the same ${QUERIES.length} texts again, ${REPEATED_CLIENTS} clients`,
    clients: REPEATED_CLIENTS,
    requests: REQUESTS[REPEATED_CLIENTS] ?? 0,
    path: PATH,
    bodyAt: (at: number) => ({ query: of(QUERIES, at), k: RESULTS }),
  };
  return [...ofNew, again];
}

/** Two titles each, such as "red apple and cat face"; no pair comes twice. */
function newTexts(): () => string {
  const { titles } = openMojiTexts();
  let drawn = 0;
  return () => {
    const text = `${of(titles, drawn)} and ${of(titles, drawn + Math.floor(drawn / titles.length) + 1)}`;
    drawn += 1;
    return text;
  };
}
