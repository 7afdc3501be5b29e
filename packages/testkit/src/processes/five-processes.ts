import { Caller } from '../stack/caller.js';
import { freePort } from '../network/free-port.js';
import type { ProcessStack } from './process-stack.js';
import type { ServiceName, ServiceProcess } from './service-process.js';

/** Each service once, in a process of its own, with its page of metrics. */
export interface FiveProcesses {
  services: Record<ServiceName, ServiceProcess>;
  metricsUrls: Record<ServiceName, string>;
  baseUrl: string;
  caller: Caller;
}

type Env = Record<string, string>;

/** @param envOf What a service gets beside the environment of the stack. */
export async function startFiveProcesses(
  stack: ProcessStack,
  envOf: (name: ServiceName) => Env | Promise<Env> = () => ({}),
): Promise<FiveProcesses> {
  const services: Partial<Record<ServiceName, ServiceProcess>> = {};
  const metricsUrls: Partial<Record<ServiceName, string>> = {};
  for (const name of ['retrieval', 'rights', 'reranker', 'embedding'] as const) {
    const metrics = `127.0.0.1:${await freePort()}`;
    metricsUrls[name] = `http://${metrics}/metrics`;
    services[name] = await stack.startBackend(name, 0, { METRICS_LISTEN: metrics, ...(await envOf(name)) });
  }
  const { gateway, baseUrl } = await stack.startGateway(0, await envOf('gateway'));
  return {
    services: { ...services, gateway } as Record<ServiceName, ServiceProcess>,
    metricsUrls: { ...metricsUrls, gateway: `${gateway.address}/metrics` } as Record<ServiceName, string>,
    baseUrl,
    caller: new Caller(baseUrl, stack.key),
  };
}
