import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

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
  /** Where spans are sent to. */
  url = '';
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
    ({ url: collector.url } = await openOnLoopback(collector.#server));
    return collector;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage): Promise<void> {
    const body = await text(request);
    this.received += body;
    for (const { resource, scopeSpans } of (JSON.parse(body) as OtlpExport).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
