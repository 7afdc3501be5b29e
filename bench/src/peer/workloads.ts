import { openMojiTexts } from '@imagesearch/testkit/images/openmoji';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { envelopeSchema } from '@imagesearch/testkit/stack/answers';
import { of, QUERIES, RESULTS } from '../queries.js';
import type { Workload } from '../sides/workload.js';
import type { Side } from '../sides/side.js';

const REPEATED_CLIENTS = 8;

/** Searches by texts that nobody asked before, at each load; and by texts that were asked. */
export function workloads(requests: Readonly<Record<number, number>>): Workload[] {
  const nextText = newTexts();
  const path = '/v1/search';
  const ofNew = Object.entries(requests).map(([clients, count]) => ({
    name: `new texts, ${clients} clients`,
    clients: Number(clients),
    requests: count,
    path,
    bodyAt: () => ({ query: nextText(), k: RESULTS }),
  }));
  const again = {
    name: `the same ${QUERIES.length} texts again, ${REPEATED_CLIENTS} clients`,
    clients: REPEATED_CLIENTS,
    requests: requests[REPEATED_CLIENTS] ?? 0,
    path,
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

/** A side that counts how its answers were ranked, since the last time it printed that. */
export function countRankings(side: Side): { side: Side; print: () => void } {
  let rankings = new Map<string, number>();
  let reranked = 0;
  return {
    side: {
      ...side,
      ask: async (path, body) => {
        const answer = await side.ask(path, body);
        const { ranking, reranked: texts } = rankingSchema.parse(answer);
        rankings.set(ranking, (rankings.get(ranking) ?? 0) + 1);
        reranked += texts;
        return answer;
      },
    },
    print: () => {
      const answers = [...rankings.values()].reduce((sum, count) => sum + count, 0);
      const counts = [...rankings].map(([ranking, count]) => `${ranking} ${count}`).join(', ');
      printOut(
        `  ${side.name}: ranked by ${counts}; ${(reranked / answers).toFixed(0)} texts reranked a search`,
      );
      rankings = new Map();
      reranked = 0;
    },
  };
}

const rankingSchema = envelopeSchema.pick({ ranking: true, reranked: true }).loose();
