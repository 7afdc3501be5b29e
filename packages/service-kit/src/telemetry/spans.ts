import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AppError } from '../errors.js';

export { SpanKind } from '@opentelemetry/api';

/** Names the instrumentation in every span. */
export const SCOPE = 'image-search';

export interface SpanOptions {
  kind?: SpanKind;
  /** Names and numbers only: no text, key or image of a caller. */
  attributes?: Attributes;
}

/** A part of the running trace. */
export interface OpenedSpan {
  /** Calls within it belong to the span. */
  context: Context;
  end(error?: unknown): void;
}

/** Whether the running work belongs to a trace. */
export function isTraced(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/** A span under the running one; without a running one nothing is recorded. */
export function openChildSpan(name: string, options: SpanOptions = {}): OpenedSpan {
  if (!isTraced()) return NOTHING;
  const active = context.active();
  const span = trace.getTracer(SCOPE).startSpan(name, options, active);
  return { context: trace.setSpan(active, span), end: (error) => endSpan(span, error) };
}

const NOTHING: OpenedSpan = { context: ROOT_CONTEXT, end: () => undefined };

/** Runs work as a span under the running one; without a running one it only runs. */
export async function inChildSpan<Result>(
  name: string,
  options: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isTraced()) return work();
  const span = openChildSpan(name, options);
  try {
    const result = await context.with(span.context, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/** The first span of this process for a request that another process may have begun. */
export function openServerSpan(name: string, options: SpanOptions, caller: Context): OpenedSpan {
  const span = trace.getTracer(SCOPE).startSpan(name, { ...options, kind: SpanKind.SERVER }, caller);
  return { context: trace.setSpan(caller, span), end: (error) => endSpan(span, error) };
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

/** The text of an error may hold what a caller sent, so only its code is recorded. */
function endSpan(span: Span, error: unknown): void {
  if (error !== undefined) {
    span.setAttribute('error.type', typeOf(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function typeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  const { name } = (error ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : 'unknown';
}
