import { printOut } from '@imagesearch/service-kit/process/terminal';
import { envelopeSchema } from '@imagesearch/testkit/stack/answers';
import type { Side } from '../sides/side.js';

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
