import { readFile } from 'node:fs/promises';
import { Client, credentials, type ChannelCredentials } from '@grpc/grpc-js';
import { service as healthDefinition } from 'grpc-health-check';
import { z } from 'zod';
import { parseConfig } from '../config.js';
import { requireWholeTls, serviceTlsVariables, tlsFilesOf } from '../secrets/service-tls.js';
import { printErr } from './terminal.js';

/**
 * `probe grpc://host:port` or `probe http://host:port/path`: exits 0 when a service is healthy, for HEALTHCHECK of an image.
 * With the variables of TLS between services it shows the certificate of the service that it probes.
 */
const PROBE_TIMEOUT_MS = 3_000;
/** RFC 6066 allows no address as the name of a server in TLS, and Node warns of one. */
const NO_ADDRESS_AS_NAME = { 'grpc.ssl_target_name_override': 'localhost' };

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

async function grpcFault(host: string): Promise<string | undefined> {
  const { Check } = healthDefinition;
  if (Check === undefined) throw new Error('the health service has no Check');
  const client = new Client(host, await channelCredentials(), NO_ADDRESS_AS_NAME);
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

async function channelCredentials(): Promise<ChannelCredentials> {
  const tls = z.object(serviceTlsVariables).refine(...requireWholeTls());
  const files = tlsFilesOf(parseConfig(tls, process.env));
  if (files === undefined) return credentials.createInsecure();
  const [ca, key, cert] = await Promise.all(
    [files.caFile, files.keyFile, files.certFile].map((file) => readFile(file)),
  );
  // The probe asks a loopback address, for which no certificate is issued; the authority is checked nevertheless.
  return credentials.createSsl(ca, key, cert, { checkServerIdentity: () => undefined });
}
