import { createHash, timingSafeEqual } from 'node:crypto';
import { Metadata, ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js';
import type { Logger } from '../logging.js';

const AUTHORIZATION_KEY = 'authorization';
const SCHEME = 'Bearer ';
/** An orchestrator's probe has no token, and health is not secret. */
const HEALTH_PREFIX = '/grpc.health.v1.Health/';

export function authorize(metadata: Metadata, serviceToken: string | undefined): void {
  if (serviceToken !== undefined) metadata.set(AUTHORIZATION_KEY, `${SCHEME}${serviceToken}`);
}

/** Answers UNAUTHENTICATED to a call without one of the tokens: no message is read and no handler runs. */
export function requireToken(
  serviceTokens: readonly string[],
  logger: Logger,
  onRefused: () => void,
): ServerInterceptor {
  const isAccepted = acceptsTokens(serviceTokens);
  return ({ path }, call) => {
    if (path.startsWith(HEALTH_PREFIX)) return new ServerInterceptingCall(call);
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, pass) => {
            if (isAccepted(metadata)) {
              pass(metadata);
              return;
            }
            logger.warn({ rpc: path, peer: call.getPeer() }, 'refused a call without a valid service token');
            onRefused();
            call.sendStatus({ code: status.UNAUTHENTICATED, details: '', metadata: new Metadata() });
          },
        }),
    });
  };
}

/** Whether a call carries one of the tokens. Compares with each, in a time that says nothing of any of them. */
function acceptsTokens(serviceTokens: readonly string[]): (metadata: Metadata) => boolean {
  const accepted = serviceTokens.map(digestOf);
  return (metadata) => {
    const [value] = metadata.get(AUTHORIZATION_KEY);
    const given = digestOf(
      typeof value === 'string' && value.startsWith(SCHEME) ? value.slice(SCHEME.length) : '',
    );
    return accepted.filter((digest) => timingSafeEqual(digest, given)).length > 0;
  };
}

/** Digests are of one length, which the comparison needs. */
function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
