import type { IngestClients } from '@imagesearch/contracts/clients';
import type { StalePoint } from '@imagesearch/contracts/messages';
import { differences, emptySide } from '@imagesearch/ingest/pipeline/agreement';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { startRounds } from '@imagesearch/service-kit/process/rounds';
import { LRUCache } from 'lru-cache';

/** With the five seconds that a writer gets, and the time of a repair, index and catalogue agree within ten. */
const ROUND_INTERVAL_MS = 2_000;
const CALL_TIMEOUT_MS = 5_000;
const PAGE = 500;
/** Repaired at once: as many as are done well within a claim. */
const CLAIMED = 4;

/** An image that searches report again and again is written again so often at most. */
const REPORTED = { max: 10_000, ttl: 60_000 };

/** Loaded with the first repair, because it takes 0.15 s of a start. */
const pipeline = () =>
  Promise.all([
    import('@imagesearch/ingest/pipeline/one-image'),
    import('@imagesearch/ingest/pipeline/repair-points'),
  ]);

interface KeepDeps {
  clients: IngestClients;
  logger: Logger;
}

/**
 * Makes the index agree with the catalogue, which has the last word: after each change that did not reach the index, after what
 * searches report, and once after the start. Several gateways may do so at once.
 */
export class IndexKeeper {
  readonly #deps: KeepDeps;
  readonly #reported = new LRUCache<string, true>(REPORTED);
  #toNote: string[] = [];
  #isWarned = false;

  constructor(deps: KeepDeps) {
    this.#deps = deps;
  }

  /** Images whose points say something else than the catalogue, whatever their versions are. */
  report(assetIds: readonly string[]): void {
    for (const assetId of assetIds) {
      if (this.#reported.has(assetId)) continue;
      this.#reported.set(assetId, true);
      this.#toNote.push(assetId);
    }
  }

  /** @returns stops it, and waits for what is under way. */
  start(): () => Promise<void> {
    const stopScan = startRounds((signal) => this.#scanOnce(signal), this.#rounds());
    const stopRounds = startRounds((signal) => this.round(signal), this.#rounds());
    return async () => {
      await Promise.all([stopScan(), stopRounds()]);
    };
  }

  #rounds() {
    return { intervalMs: ROUND_INTERVAL_MS, onFailure: (error: unknown) => this.#warn(error) };
  }

  /** A service may be away for hours; one line says it. */
  #warn(error: unknown): void {
    const message = 'index and catalogue were not compared; this is tried again until it succeeds';
    this.#deps.logger[this.#isWarned ? 'debug' : 'warn']({ err: error }, message);
    this.#isWarned = true;
  }

  #isScanned = false;

  /** A database or an index that was restored from a copy is behind the other one without any note. */
  async #scanOnce(signal: AbortSignal): Promise<void> {
    if (this.#isScanned) return;
    const { clients, logger } = this.#deps;
    const empty = await emptySide(clients, signal);
    let found = 0;
    if (empty === undefined)
      for await (const page of differences(clients, signal)) {
        found += page.length;
        await this.#note(
          page.map(({ assetId }) => assetId),
          false,
          signal,
        );
      }
    this.#isScanned = true;
    if (found > 0) logger.info({ images: found }, 'catalogue and index differ; the index is repaired');
    if (empty === 'catalogue')
      logger.warn(
        'the catalogue is empty and the index is not: is this the right database? Nothing is removed',
      );
    if (empty === 'index')
      logger.warn('the index is empty and the catalogue is not; fill it: npm run ingest -- reindex');
  }

  /** Looks at everything that is due. */
  async round(signal: AbortSignal): Promise<void> {
    if (this.#toNote.length > 0) {
      const reported = this.#toNote.splice(0, PAGE);
      await this.#note(reported, true, signal).catch((error: unknown) => {
        this.#toNote.push(...reported);
        throw error;
      });
    }
    let listed: number;
    do {
      const { points } = await this.#deps.clients.rights.listStalePoints({ limit: PAGE }, this.#call(signal));
      listed = points.length;
      if (listed > 0) await this.#settle(points, signal);
    } while (listed === PAGE && !signal.aborted);
    this.#isWarned = false;
  }

  async #settle(points: readonly StalePoint[], signal: AbortSignal): Promise<void> {
    const { retrieval } = this.#deps.clients;
    const { contentVersions: indexed } = await retrieval.getPointVersions(
      { assetIds: points.map(({ assetId }) => assetId) },
      this.#call(signal),
    );
    const agrees = ({ assetId, contentVersion, rewrite }: StalePoint) =>
      !rewrite && indexed[assetId] === contentVersion;
    const agreeing = points.filter(agrees);
    if (agreeing.length > 0) await this.#mark(agreeing, 'MARK_AGREES', signal);
    const differing = points.filter((point) => !agrees(point));
    for (let from = 0; from < differing.length && !signal.aborted; from += CLAIMED)
      await this.#repair(differing.slice(from, from + CLAIMED), signal);
  }

  async #repair(points: readonly StalePoint[], signal: AbortSignal): Promise<void> {
    const { clients, logger } = this.#deps;
    const claimed = new Set(await this.#mark(points, 'MARK_CLAIMED', signal));
    const mine = points.filter(({ assetId }) => claimed.has(assetId));
    if (mine.length === 0) return;
    const [{ servicesOf }, { repairPoints }] = await pipeline();
    const assetIds = mine.map(({ assetId }) => assetId);
    const failures = await repairPoints(assetIds, servicesOf(clients, signal, 0));
    const failed = new Set(failures.map(({ entry }) => entry));
    const [broken, written] = [true, false].map((is) =>
      mine.filter(({ assetId }) => failed.has(assetId) === is),
    );
    if (written?.length) await this.#mark(written, 'MARK_WRITTEN', signal);
    if (broken?.length) await this.#mark(broken, 'MARK_FAILED', signal);
    for (const { entry, reason } of failures)
      logger.warn({ assetId: entry, reason }, 'the point of an image cannot be made; tried again in an hour');
  }

  async #note(assetIds: readonly string[], rewrite: boolean, signal: AbortSignal): Promise<void> {
    await this.#deps.clients.rights.noteStalePoints({ assetIds: [...assetIds], rewrite }, this.#call(signal));
  }

  async #mark(
    points: readonly StalePoint[],
    mark: 'MARK_AGREES' | 'MARK_CLAIMED' | 'MARK_WRITTEN' | 'MARK_FAILED',
    signal: AbortSignal,
  ): Promise<string[]> {
    const request = { points: points.map(({ assetId, note }) => ({ assetId, note })), mark };
    return (await this.#deps.clients.rights.markStalePoints(request, this.#call(signal))).assetIds;
  }

  #call = (signal: AbortSignal) => detachedCall(CALL_TIMEOUT_MS, signal);
}
