import type { IngestClients } from '@imagesearch/contracts/clients';
import type { DescribeModelResponse } from '@imagesearch/contracts/messages';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { isTransient } from '@imagesearch/service-kit/resilience/transient-errors';

/** About a minute in all: a service restarts in less. */
const RETRIES = 6;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 20_000;
/** Of one attempt. */
const CALL_TIMEOUT_MS = 30_000;

/** The services as a run calls them: each call has a deadline, ends with the run, and is repeated while its service is unavailable. */
export interface Services {
  embedding: Repeated<IngestClients['embedding']>;
  retrieval: Repeated<IngestClients['retrieval']>;
  rights: Repeated<IngestClients['rights']>;
  signal: AbortSignal;
  clients: IngestClients;
  /** How often a call is repeated. */
  retries: number;
}

/** A stream of answers cannot be repeated. */
type Repeated<Client> = {
  [Name in keyof Client]: Client[Name] extends (
    request: infer Request,
    call: CallContext,
  ) => Promise<infer Answer>
    ? (request: Request, timeoutMs?: number) => Promise<Answer>
    : never;
};

/** @param retries None for work that is done again anyway. */
export function servicesOf(clients: IngestClients, signal: AbortSignal, retries = RETRIES): Services {
  type Rpc = (request: unknown, call: CallContext) => Promise<unknown>;
  const repeated = (rpcs: object): unknown =>
    Object.fromEntries(
      Object.entries(rpcs).map(([name, rpc]: [string, Rpc]) => [
        name,
        (request: unknown, timeoutMs?: number) =>
          callWithRetry((call) => rpc(request, call), { signal, retries }, timeoutMs),
      ]),
    );
  const { embedding, retrieval, rights } = clients;
  // The type says of each RPC what its client does.
  return {
    embedding: repeated(embedding),
    retrieval: repeated(retrieval),
    rights: repeated(rights),
    signal,
    clients,
    retries,
  } as Services;
}

/** Repeats work with a service while it is unavailable. Every RPC of ingestion is idempotent. @throws AppError */
export function callWithRetry<Answer>(
  call: (context: CallContext) => Promise<Answer>,
  { signal, retries }: Pick<Services, 'signal' | 'retries'>,
  timeoutMs = CALL_TIMEOUT_MS,
): Promise<Answer> {
  return retryWithBackoff(() => call(detachedCall(timeoutMs, signal)), {
    retries,
    firstPauseMs: FIRST_PAUSE_MS,
    pauseMsMax: PAUSE_MS_MAX,
    isRetryable: (error) => isTransient(error) && !isDiskRefusal(error),
    signal,
  });
}

/** A full or read-only disk stays so until the operator acts. */
function isDiskRefusal(error: unknown): boolean {
  return error instanceof AppError && error.ctx['storage'] !== undefined;
}

/** @throws AppError `model_mismatch` when another model filled the index, which would refuse every point. */
export async function runningModel(services: Services): Promise<string> {
  const { fingerprint, profile } = await services.embedding.describeModel({});
  const { modelFingerprint } = await services.retrieval.describeIndex({ approximate: true });
  requireSameModel({ fingerprint, profile }, modelFingerprint);
  return fingerprint;
}

/**
 * The same without any retry, for somebody who waits for the answer.
 * @throws AppError `dependency_unavailable` while a service is down, `model_mismatch`.
 */
export async function requireRunningModel(
  { embedding, retrieval }: Pick<IngestClients, 'embedding' | 'retrieval'>,
  call: CallContext,
): Promise<void> {
  const [model, { modelFingerprint }] = await Promise.all([
    embedding.describeModel({}, call),
    retrieval.describeIndex({ approximate: true }, call),
  ]);
  requireSameModel(model, modelFingerprint);
}

function requireSameModel(
  { fingerprint, profile }: Pick<DescribeModelResponse, 'fingerprint' | 'profile'>,
  modelFingerprint: string,
): void {
  if (modelFingerprint === '' || modelFingerprint === fingerprint) return;
  throw new AppError(
    'model_mismatch',
    `The index was filled by model ${modelFingerprint}, and the embedding service runs ${fingerprint} (${profile}). ` +
      'Embed every stored image again first: npm run ingest -- reindex.',
  );
}
