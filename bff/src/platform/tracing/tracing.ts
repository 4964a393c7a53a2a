/**
 * Traces by OpenTelemetry: requests and background jobs with their calls to other servers and their queries. Reads of positions have none:
 * there are too many, and metrics say how they go. Spans hold no path with an ID, no query string and no value of a query, so that nothing
 * secret leaves with them. Nothing is patched: calls are seen through Node's diagnostics channels, queries through Kysely's log.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { RequestHandler } from 'express';
import type { LogEvent } from 'kysely';
import type { Logger } from 'pino';
import { logQueries, TRACER } from './spans.ts';

export interface TracingConfig {
  /** Base address of the collector; spans go to `/v1/traces` below it. */
  readonly endpoint: URL;
  readonly serviceName: string;
  /** Part of the requests and jobs that is traced, 0 to 1; a trusted proxy's decision comes first. */
  readonly ratio: number;
}

interface TracingOptions extends TracingConfig {
  readonly log: Logger;
  readonly version: string;
  /** `traceparent` is that of a trusted proxy. */
  readonly hasProxy: boolean;
}

export interface Tracing {
  /** Before all other middleware. */
  readonly requests: RequestHandler;
  /** Sends what is left; gives up after two seconds. Never rejects. */
  stop(): Promise<void>;
}

const STOP_MS = 2_000;
/** A collector that is away is logged no more often. */
const LOG_EVERY_MS = 300_000;
/** Insertions of many rows have long texts. */
const MAX_QUERY_LENGTH = 300;

export function startTracing(options: TracingOptions): Tracing {
  const { endpoint, serviceName, ratio, log, version, hasProxy } = options;
  diag.setLogger(exportLog(log), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const url = new URL(`${endpoint.pathname.replace(/\/$/, '')}/v1/traces`, endpoint).href;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  trace.setGlobalTracerProvider(provider);
  logQueries(recordQuery);
  const forgetCalls = recordCalls();
  return {
    requests: requestSpans(hasProxy),
    stop: async () => {
      forgetCalls();
      logQueries(undefined);
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      trace.disable();
      context.disable();
      diag.disable();
    },
  };
}

/** Failures of the exporter, as one warning. */
function exportLog(log: Logger) {
  let logged_at = Number.NEGATIVE_INFINITY;
  const ignore = () => undefined;
  const error = (...parts: unknown[]) => {
    if (performance.now() - logged_at < LOG_EVERY_MS) return;
    logged_at = performance.now();
    log.warn({ reason: parts.map(String).join(' ').slice(0, 300) }, 'traces could not be sent');
  };
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}

const tracer = () => trace.getTracer(TRACER);

function requestSpans(hasProxy: boolean): RequestHandler {
  return (request, response, next) => {
    // A stream lasts for hours.
    if (request.headers.accept === 'text/event-stream') return next();
    const { method } = request;
    const given = hasProxy ? parseTraceParent(String(request.headers.traceparent ?? '')) : null;
    const parent = given ? trace.setSpanContext(ROOT_CONTEXT, { ...given, isRemote: true }) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method };
    const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    response.once('close', () => {
      const route = request.route?.path;
      if (typeof route === 'string') {
        const path = `${request.baseUrl}${route}`;
        span.updateName(`${method} ${path}`);
        span.setAttribute('http.route', path);
      }
      setHttpStatus(span, response.statusCode, 500);
      span.setAttribute('waypost.request_id', request.id ?? '');
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}

/** @param failing the lowest status that is an error */
function setHttpStatus(span: Span, status: number, failing: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= failing) span.setStatus({ code: SpanStatusCode.ERROR });
}

function recordQuery({ query, queryDurationMillis, level }: LogEvent): void {
  if (!trace.getActiveSpan()?.isRecording()) return;
  const ended = performance.timeOrigin + performance.now();
  const text = query.sql.slice(0, MAX_QUERY_LENGTH);
  const span = tracer().startSpan(text.split(' ', 1)[0] ?? 'query', {
    kind: SpanKind.CLIENT,
    startTime: ended - queryDurationMillis,
    attributes: { 'db.query.text': text },
  });
  if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(ended);
}

/** As undici publishes it, both Node's own (`fetch`) and the library. */
interface Call {
  readonly request: { readonly method: string; readonly origin: string | URL };
  readonly response?: { readonly statusCode: number };
}

/** Calls to other servers in a request or a job. Returns a function that ends it. */
function recordCalls(): () => void {
  const spans = new WeakMap<object, Span>();
  const end = ({ request }: Call, failed: boolean) => {
    const span = spans.get(request);
    if (failed) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  };
  const listeners: Readonly<Record<string, (call: Call) => void>> = {
    'undici:request:create': ({ request }) => {
      if (!trace.getActiveSpan()?.isRecording()) return;
      const { method, origin } = request;
      const { hostname } = new URL(origin);
      const attributes = { 'http.request.method': method, 'server.address': hostname };
      spans.set(request, tracer().startSpan(`${method} ${hostname}`, { kind: SpanKind.CLIENT, attributes }));
    },
    'undici:request:headers': ({ request, response }) => {
      const span = spans.get(request);
      if (span && response) setHttpStatus(span, response.statusCode, 400);
    },
    'undici:request:trailers': (call) => end(call, false),
    'undici:request:error': (call) => end(call, true),
  };
  const entries = Object.entries(listeners) as [string, (message: unknown) => void][];
  for (const [channel, listener] of entries) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of entries) unsubscribe(channel, listener);
  };
}
