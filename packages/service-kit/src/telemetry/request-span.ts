import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
} from '@opentelemetry/api';
import { SCOPE } from './spans.js';

export interface AnsweredRequest {
  /** Method and pattern of the route, never the address itself. */
  name: string;
  attributes: Attributes;
  hasFailed: boolean;
}

export interface RequestSpan {
  /** What runs in it belongs to the trace. */
  run(work: () => void): void;
  end(answered: AnsweredRequest): void;
}

/**
 * A new trace for a request from outside. A trace that the caller began becomes a link: its sampling decides nothing.
 */
export function openRequestSpan(traceparent: string | undefined): RequestSpan {
  const carrier = traceparent === undefined ? {} : { traceparent };
  const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carrier));
  const span = trace
    .getTracer(SCOPE)
    .startSpan(
      'request',
      { kind: SpanKind.SERVER, root: true, links: caller === undefined ? [] : [{ context: caller }] },
      ROOT_CONTEXT,
    );
  const within = trace.setSpan(ROOT_CONTEXT, span);
  return {
    run: (work) => context.with(within, work),
    end: ({ name, attributes, hasFailed }) => {
      span.updateName(name).setAttributes(attributes);
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
