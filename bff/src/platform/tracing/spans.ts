/** Spans of traces. Without tracing.ts, which is loaded only where traces are configured, they cost nothing. */
import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Logger as QueryLog } from 'kysely';

/** The name of the library in each span. */
export const TRACER = 'waypost';

/** A span around work that no request asked for. What it calls and queries meanwhile is part of it. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return trace.getTracer(TRACER).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Undefined outside of a trace. */
export const traceId = (): string | undefined => trace.getActiveSpan()?.spanContext().traceId;

let queries: QueryLog | undefined;
/** Kysely measures queries only with a log, so a database that is opened before `logQueries` has none. */
export const queryLog = (): QueryLog | undefined => queries;
export const logQueries = (log: QueryLog | undefined): void => {
  queries = log;
};
