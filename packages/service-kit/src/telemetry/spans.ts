import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Link,
} from '@opentelemetry/api';
import { AppError } from '../errors.js';

export { SpanKind } from '@opentelemetry/api';

/** Names the instrumentation in every span. */
const SCOPE = 'image-search';

export interface SpanOptions {
  kind?: SpanKind;
  /** Names and numbers only: no text, key or image of a caller. */
  attributes?: Attributes;
}

/** A part of a trace. */
export interface OpenedSpan {
  /** For log lines; undefined while nothing is traced. */
  readonly traceId: string | undefined;
  /** What runs in it belongs to the trace. */
  run<Result>(work: () => Result): Result;
  /** @param known A name and attributes that only the end shows. */
  end(error?: unknown, known?: { name: string; attributes: Attributes }): void;
}

/** Whether the running work belongs to a trace. */
export function isTraced(): boolean {
  return trace.getActiveSpan() !== undefined;
}

function openSpan(
  name: string,
  options: SpanOptions & { root?: boolean; links?: Link[] },
  parent: Context,
): OpenedSpan {
  const span = trace.getTracer(SCOPE).startSpan(name, options, parent);
  const within = trace.setSpan(parent, span);
  return {
    get traceId() {
      return traceIdOf(within);
    },
    run: (work) => context.with(within, work),
    end: (error, known) => {
      if (known) span.updateName(known.name).setAttributes(known.attributes);
      if (error !== undefined) {
        // The text of an error may hold what a caller sent, so only its code is recorded.
        span.setAttribute('error.type', typeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Runs work as a span under the running one; without a running one it only runs. */
export async function inChildSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return work();
  const span = openSpan(name, options, context.active());
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** The first span of this process for a call that another process may have begun. */
export function openServerSpan(name: string, attributes: Attributes, caller: Context): OpenedSpan {
  return openSpan(name, { kind: SpanKind.SERVER, attributes }, caller);
}

/** A new trace for a request from outside. A trace that the caller began becomes a link: its sampling decides nothing. */
export function openRequestSpan(traceparent: string | undefined): OpenedSpan {
  const carrier = traceparent === undefined ? {} : { traceparent };
  const caller = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, carrier));
  const links = caller === undefined ? [] : [{ context: caller }];
  return openSpan('request', { kind: SpanKind.SERVER, root: true, links }, ROOT_CONTEXT);
}

/** Id of the running trace, for log lines; undefined while nothing is traced. */
export function traceIdOf(from: Context = context.active()): string | undefined {
  const spanContext = trace.getSpanContext(from);
  return spanContext && trace.isSpanContextValid(spanContext) ? spanContext.traceId : undefined;
}

/** The same object; its named methods, which return promises, run as spans. */
export function traceMethods<Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  spanOf: (method: string) => { name: string } & SpanOptions,
): Target {
  const traced = new Map(names.map((name) => [name as string | symbol, spanOf(name)]));
  return new Proxy(target, {
    get: (_, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...values: unknown[]) => Promise<unknown>;
      const span = traced.get(name);
      return span === undefined
        ? method
        : (...values: unknown[]) => inChildSpan(span.name, span, () => method(...values));
    },
  });
}

function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : 'unknown';
}
