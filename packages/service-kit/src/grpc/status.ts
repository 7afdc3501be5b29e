import { Metadata, status, type ServiceError } from '@grpc/grpc-js';
import { AppError, ERROR_CODES, type ErrorCode, type FieldIssue } from '../errors.js';

/** Trailer with code, context and issues, so that an error passes through a service unchanged. */
const ERROR_TRAILER = 'app-error-bin';
/** HTTP/2 peers commonly refuse more than 8 KiB of headers; a longer list of issues is left out. */
const ERROR_TRAILER_BYTES_MAX = 4096;

interface ErrorTrailer {
  code: ErrorCode;
  ctx: Record<string, unknown>;
  issues: FieldIssue[];
}

/** Trailer that tells a client's retry policy to accept the answer (gRPC A6). */
const PUSHBACK_TRAILER = 'grpc-retry-pushback-ms';
const NO_RETRY = '-1';

/** The status that a gRPC handler passes to its callback. Clients send the call nowhere else. */
export function toGrpcStatus(error: AppError): Pick<ServiceError, 'code' | 'details' | 'metadata'> {
  const metadata = new Metadata();
  metadata.set(PUSHBACK_TRAILER, NO_RETRY);
  metadata.set(ERROR_TRAILER, encodeTrailer({ code: error.code, ctx: error.ctx, issues: error.issues }));
  return { code: status[ERROR_CODES[error.code]], details: error.message, metadata };
}

/** Restores the peer's error from its trailer, or translates a failure of the transport. @param service Name for messages. */
export function fromGrpcError(error: ServiceError, service: string): AppError {
  const trailer = decodeTrailer(error.metadata);
  if (trailer) return new AppError(trailer.code, error.details, { ...trailer, cause: error });
  const ctx = { service };
  switch (error.code) {
    case status.DEADLINE_EXCEEDED:
      return new AppError('deadline_exceeded', `The ${service} service did not answer in time.`, {
        ctx,
        cause: error,
      });
    case status.CANCELLED:
      return new AppError('cancelled', 'The request was cancelled.', { ctx, cause: error });
    case status.UNAVAILABLE:
    case status.RESOURCE_EXHAUSTED:
      return new AppError('dependency_unavailable', `The ${service} service is unavailable.`, {
        ctx,
        cause: error,
      });
    case status.UNAUTHENTICATED:
      return new AppError(
        'internal',
        `The ${service} service refused the call: SERVICE_TOKEN is not the same on both sides.`,
        { ctx },
      );
    default:
      return new AppError('internal', 'The service failed unexpectedly.', { cause: error });
  }
}

function encodeTrailer(trailer: ErrorTrailer): Buffer {
  const whole = Buffer.from(JSON.stringify(trailer));
  if (whole.byteLength <= ERROR_TRAILER_BYTES_MAX) return whole;
  return Buffer.from(JSON.stringify({ code: trailer.code, ctx: {}, issues: [] }));
}

function decodeTrailer(metadata: Metadata | undefined): ErrorTrailer | undefined {
  const value = metadata?.get(ERROR_TRAILER)[0];
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    const parsed = JSON.parse(value.toString('utf8')) as ErrorTrailer;
    return Object.hasOwn(ERROR_CODES, parsed.code) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
