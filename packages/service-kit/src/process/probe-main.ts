import { Client, credentials } from '@grpc/grpc-js';
import { service as healthDefinition } from 'grpc-health-check';
import { printErr } from './terminal.js';

/** `probe grpc://host:port` or `probe http://host:port/path`: exits 0 when a service is healthy, for HEALTHCHECK of an image. */
const PROBE_TIMEOUT_MS = 3_000;

const [target = ''] = process.argv.slice(2);

try {
  const fault = await faultOf(target);
  if (fault !== undefined) printErr(`${target}: ${fault}`);
  process.exitCode = fault === undefined ? 0 : 1;
} catch (error) {
  printErr(`${target}: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

/** @returns undefined when the service is healthy. */
function faultOf(address: string): Promise<string | undefined> {
  const { protocol, host } = new URL(address);
  return protocol === 'grpc:' ? grpcFault(host) : httpFault(address);
}

async function httpFault(address: string): Promise<string | undefined> {
  const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
  return ok ? undefined : `answered ${status}`;
}

function grpcFault(host: string): Promise<string | undefined> {
  const { Check } = healthDefinition;
  if (Check === undefined) throw new Error('the health service has no Check');
  const client = new Client(host, credentials.createInsecure());
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      Check.path,
      Check.requestSerialize,
      Check.responseDeserialize,
      { service: '' },
      { deadline: Date.now() + PROBE_TIMEOUT_MS },
      (error, answer) => {
        client.close();
        if (error) reject(error);
        else resolve(statusFault(answer as { status: string }));
      },
    );
  });
}

function statusFault({ status }: { status: string }): string | undefined {
  return status === 'SERVING' ? undefined : status;
}
