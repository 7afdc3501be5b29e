import { ImageFault } from '@imagesearch/image-files/accept';
import { AppError, ERROR_CODES } from '@imagesearch/service-kit/errors';
import { StorageFault } from '@imagesearch/service-kit/files/storage-fault';
import { STORAGE_UNAVAILABLE_CODES } from '@imagesearch/service-kit/resilience/transient-errors';

/**
 * Statuses of failures that concern one asset, which is reported and skipped: any other concerns the run, which stops or
 * retries. A service that fails on one image goes on with the next one.
 */
const OF_ONE_ASSET: readonly string[] = ['INVALID_ARGUMENT', 'NOT_FOUND', 'OUT_OF_RANGE', 'INTERNAL'];

export interface AssetFailure {
  kind: 'failed';
  /** In words for the operator. */
  reason: string;
}

/**
 * Returns a failure that concerns this asset alone.
 * @throws one that concerns the run: a full disk, an aborted `signal`.
 */
export async function catchAssetFailure<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | AssetFailure> {
  try {
    return await work();
  } catch (error) {
    const reason = assetFailureOf(error, signal);
    if (reason === undefined) throw error;
    return { kind: 'failed', reason };
  }
}

/** Why one asset cannot be ingested; undefined when the failure concerns the run. */
export function assetFailureOf(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return undefined;
  if (error instanceof AssetFault || error instanceof ImageFault) return error.message;
  if (error instanceof AppError) {
    const issues = error.issues.map(({ msg }) => msg).join('; ');
    return OF_ONE_ASSET.includes(ERROR_CODES[error.code]) ? issues || error.message : undefined;
  }
  if (error instanceof ApiError || error instanceof StorageFault || isStorageUnavailable(error))
    return undefined;
  return error instanceof Error ? error.message : String(error);
}

/** A disk that is full, read-only or missing fails for every asset. */
function isStorageUnavailable(error: unknown): boolean {
  return STORAGE_UNAVAILABLE_CODES.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** What is wrong with one asset, in words for the operator. The asset is reported and skipped; the run goes on. */
export class AssetFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AssetFault';
  }
}

/** A source's API did not answer as documented. The message never holds the query, in which a key may stand. */
export class ApiError extends Error {
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  readonly retryAfter: string | null;

  constructor(message: string, answer?: Response) {
    super(message);
    this.name = 'ApiError';
    this.status = answer?.status;
    this.retryAfter = answer?.headers.get('Retry-After') ?? null;
  }
}
