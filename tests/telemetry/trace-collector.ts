import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}

interface OtlpExport {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
}

/** A span as some process exported it, with the service of its process. */
export interface CollectedSpan extends OtlpSpan {
  service: string;
}

/** Receives spans over OTLP/HTTP with JSON, and keeps them in memory. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** Everything that was received, to search for what must not be in it. */
  received = '';
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#receive(request).then(() =>
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
      );
    });
  }

  static async open(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpExport).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
