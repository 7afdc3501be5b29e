import type { RebuildIndexResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RetrievalContext } from '../context.js';
import type { RebuildProgress } from '../domain/vector-index.js';

const PHASES = {
  copy: 'PHASE_COPY',
  index: 'PHASE_INDEX',
  published: 'PHASE_PUBLISHED',
} as const satisfies Record<RebuildProgress['phase'], RebuildIndexResponseInput['phase']>;

export function rebuildIndex({ index }: RetrievalContext) {
  return async function* (_request: unknown, call: CallContext): AsyncIterable<RebuildIndexResponseInput> {
    for await (const { phase, done, total } of index.rebuild(call)) {
      yield { phase: PHASES[phase], done, total };
    }
  };
}
