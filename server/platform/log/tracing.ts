/**
 * OpenTelemetry traces, off unless OTEL_EXPORTER_OTLP_ENDPOINT is set: a span for each request, job and database
 * statement, exported every few seconds (OTLP over HTTP). Spans that cannot be sent are dropped.
 */
import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import type { LogEvent } from 'kysely';

const SEND_EVERY_MS = 5_000;
const SEND_WITHIN_MS = 5_000;
/** Further spans are dropped. */
const MAX_BUFFERED = 5_000;
const QUERY_TEXT_MAX = 2_000;

let tracer: Tracer | null = null;

/** Starts tracing; the SDK is loaded only then. @returns stops tracing and flushes the buffer */
export async function startTracing(endpoint: string, serviceName: string): Promise<() => Promise<void>> {
  const [
    { AlwaysOnSampler, BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    hooks,
    core,
    resources,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: SEND_WITHIN_MS });
  const provider = new TracerProvider({
    // A caller's header joins its trace, but cannot disable ours.
    sampler: new AlwaysOnSampler(),
    resource: resources.resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_BUFFERED,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  tracer = provider.getTracer(serviceName);
  return async () => {
    tracer = null;
    context.disable();
    propagation.disable();
    await provider.shutdown().catch(() => undefined);
  };
}

export const isTracing = () => tracer !== null;

/** For log correlation. */
export function currentTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

interface SpanOptions {
  /** `traceparent` header of a remote parent. */
  parent?: string | undefined;
  /** Called when the work is done. */
  attributes?: () => Attributes;
}

/**
 * Runs `work` in a child span; no cost while tracing is off.
 * @param name or a function called when the work is done
 */
export async function inSpan<T>(
  name: string | (() => string),
  kind: 'internal' | 'server' | 'consumer',
  work: () => Promise<T>,
  { parent, attributes }: SpanOptions = {},
): Promise<T> {
  if (!tracer) return work();
  const above = parentContext(parent);
  const spanKind = SpanKind[kind.toUpperCase() as Uppercase<typeof kind>];
  const span = tracer.startSpan(typeof name === 'string' ? name : kind, { kind: spanKind }, above);
  try {
    return await context.with(trace.setSpan(above, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    if (typeof name === 'function') span.updateName(name());
    span.setAttributes(attributes?.() ?? {});
    span.end();
  }
}

function parentContext(traceparent: string | undefined): Context {
  return traceparent ? propagation.extract(context.active(), { traceparent }) : context.active();
}

/** Hook for `connectKysely`. */
export function traceStatement({ query, queryDurationMillis }: LogEvent): void {
  recordStatement(query.sql, queryDurationMillis);
}

/** Records a finished statement as a child span; its text holds no values. */
export function recordStatement(sql: string, milliseconds: number): void {
  if (!tracer || !trace.getActiveSpan()) return;
  const ended = Date.now();
  tracer
    .startSpan(sql.split(/\s/, 1)[0]!, {
      kind: SpanKind.CLIENT,
      startTime: ended - milliseconds,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, QUERY_TEXT_MAX) },
    })
    .end(ended);
}
