import type { CallContext } from '@imagesearch/service-kit/call-context';

export const RECALL_TIMEOUT_MS = 4_000;

/** Relaxing fills an answer that is already there: with less time left it is given as it is. */
const RELAX_TIME_LEFT_MIN_MS = 1_500;

export function hasTimeToRelax({ deadlineAt }: CallContext): boolean {
  return deadlineAt - Date.now() >= RELAX_TIME_LEFT_MIN_MS;
}
