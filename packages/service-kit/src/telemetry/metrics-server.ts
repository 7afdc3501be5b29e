import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Scrapers; a further connection is refused. */
const CONNECTIONS_MAX = 50;
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * Serves on a port of its own: `/metrics` in the Prometheus format, with the metrics of the process; `/livez`, which answers
 * 200 while the process runs; and `/readyz`, which answers 503 while the service is not ready. @returns closes it.
 */
export async function startMetricsServer(
  listen: string,
  registry: Registry,
  isReady: () => boolean,
): Promise<() => Promise<void>> {
  collectDefaultMetrics({ register: registry });
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    switch (request.method === 'GET' ? request.url : '') {
      case '/metrics':
        registry.metrics().then(
          (page) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(page),
          () => response.writeHead(500).end(),
        );
        break;
      case '/livez':
        response.writeHead(200).end('ok');
        break;
      case '/readyz':
        response.writeHead(isReady() ? 200 : 503).end();
        break;
      default:
        response.writeHead(404).end();
    }
  });
  server.maxConnections = CONNECTIONS_MAX;
  const colon = listen.lastIndexOf(':');
  server.listen(Number(listen.slice(colon + 1)), listen.slice(0, colon).replace(/^\[|\]$/g, ''));
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
