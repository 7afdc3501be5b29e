import { setTimeout as sleep } from 'node:timers/promises';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { callWithRetry } from './call-with-retry.js';

const CALL_TIMEOUT_MS = 30_000;
const POLL_MS = 1_000;

export interface WaitForModelOptions {
  signal: AbortSignal;
  /** Called while the model is being built, downloaded or loaded, with what the service is doing. */
  onWaiting?: ((detail: string) => void) | undefined;
}

/** The running model, once it is loaded: before that its fingerprint may not be known. */
export async function readyModel(
  { embedding }: Pick<IngestClients, 'embedding'>,
  { signal, onWaiting }: WaitForModelOptions,
): Promise<DescribeModelResponse> {
  for (;;) {
    const model = await callWithRetry((call) => embedding.describeModel({}, call), {
      timeoutMs: CALL_TIMEOUT_MS,
      signal,
    });
    if (model.ready) return model;
    onWaiting?.(model.detail);
    await sleep(POLL_MS, undefined, { signal });
  }
}
