import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { CURVE_NAMES, type ScoreCurve, type ScoreCurves } from './score-curves.js';

/** The curves of the model profile that the embedding service runs. */
export type CurvesOfProfile = () => Promise<ScoreCurves>;

/** A service that was updated may run another profile. */
const VALID_MS = 60_000;
/** Scores are worth a short wait, and only the first search waits. */
const ASK_TIMEOUT_MS = 1_000;
/** After a failure. */
const RETRY_MS = 5_000;
const NO_CURVES: ScoreCurves = {};

/**
 * Asks the embedding service for its curves, at most once a minute, while the ones before still serve. Without an answer a
 * search goes on with the last ones known, or with the defaults. The promise never rejects.
 */
export function createProfileCurves(
  client: Pick<EmbeddingClient, 'describeModel'>,
  logger: Logger,
  now: () => number = Date.now,
): CurvesOfProfile {
  let known: ScoreCurves | undefined;
  let asked = { at: -Infinity, validMs: 0 };
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    let validMs = RETRY_MS;
    try {
      const { ready, scoreCurves } = await client.describeModel({}, detachedCall(ASK_TIMEOUT_MS));
      if (ready) {
        known = namedCurves(scoreCurves);
        validMs = VALID_MS;
      }
    } catch (error) {
      logger.debug({ err: error }, 'no score curves; the last known ones stay');
    }
    asked = { at: now(), validMs };
    asking = undefined;
  };

  return async () => {
    // A clock that was set back asks again.
    const isOld = Math.abs(now() - asked.at) >= asked.validMs;
    if (isOld) asking ??= ask();
    if (known === undefined) await asking;
    return known ?? NO_CURVES;
  };
}

function namedCurves(curves: Readonly<Record<string, ScoreCurve>>): ScoreCurves {
  return Object.fromEntries(CURVE_NAMES.flatMap((name) => (curves[name] ? [[name, curves[name]]] : [])));
}
