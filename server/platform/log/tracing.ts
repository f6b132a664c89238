/**
 * OpenTelemetry traces, off unless OTEL_EXPORTER_OTLP_ENDPOINT is set: a span for each request, job and database
 * statement, exported as JSON every few seconds (OTLP over HTTP). Spans that cannot be sent are dropped.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

type Attributes = Record<string, string | number>;

/** OTLP span kinds. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR_STATUS = 2;

interface SpanContext {
  traceId: string;
  spanId: string;
}

/** OTLP JSON. */
interface SentSpan extends SpanContext {
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[];
  status: { code?: number };
}

const SEND_EVERY_MS = 5_000;
const SEND_WITHIN_MS = 5_000;
/** Buffer size; further spans are dropped. */
const MAX_BUFFERED = 5_000;

const current = new AsyncLocalStorage<SpanContext>();
let waiting: SentSpan[] | null = null;

/** @returns stops tracing and flushes the buffer */
export function startTracing(endpoint: string, serviceName: string): () => Promise<void> {
  waiting = [];
  const send = async () => {
    const spans = waiting?.splice(0) ?? [];
    if (spans.length === 0) return;
    const resource = { attributes: attributesOf({ 'service.name': serviceName }) };
    const body = JSON.stringify({
      resourceSpans: [{ resource, scopeSpans: [{ scope: { name: serviceName }, spans }] }],
    });
    await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(SEND_WITHIN_MS),
    }).catch(() => undefined);
  };
  const timer = setInterval(() => void send(), SEND_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await send();
    waiting = null;
  };
}

export const isTracing = () => waiting !== null;

/** For log correlation. */
export function currentTraceId(): string | undefined {
  return current.getStore()?.traceId;
}

/**
 * Runs `work` in a child span; free while tracing is off.
 * @param name or a function called when the work is done
 * @param parent `traceparent` header of a remote parent
 * @param attributes called when the work is done
 */
export async function inSpan<T>(
  name: string | (() => string),
  kind: keyof typeof KINDS,
  work: () => Promise<T>,
  { parent, attributes }: { parent?: string; attributes?: () => Attributes } = {},
): Promise<T> {
  if (!waiting) return work();
  const above = readTraceparent(parent) ?? current.getStore();
  const context = {
    traceId: above?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
  const began = Date.now();
  let failed = false;
  try {
    return await current.run(context, work);
  } catch (error) {
    failed = true;
    throw error;
  } finally {
    bufferSpan({
      ...context,
      ...(above && { parentSpanId: above.spanId }),
      ...span(typeof name === 'string' ? name : name(), kind, began, Date.now(), attributes?.() ?? {}),
      status: failed ? { code: ERROR_STATUS } : {},
    });
  }
}

/** Records a finished statement as a child span; its text holds no values. */
export function recordStatement(sql: string, milliseconds: number): void {
  const above = current.getStore();
  if (!waiting || !above) return;
  const ended = Date.now();
  bufferSpan({
    traceId: above.traceId,
    spanId: randomBytes(8).toString('hex'),
    parentSpanId: above.spanId,
    ...span(sql.split(/\s/, 1)[0]!, 'client', ended - milliseconds, ended, {
      'db.system.name': 'postgresql',
      'db.query.text': sql.slice(0, 2_000),
    }),
    status: {},
  });
}

function bufferSpan(done: SentSpan): void {
  if (waiting && waiting.length < MAX_BUFFERED) waiting.push(done);
}

function span(name: string, kind: keyof typeof KINDS, beganMs: number, endedMs: number, facts: Attributes) {
  return {
    name,
    kind: KINDS[kind],
    startTimeUnixNano: `${Math.round(beganMs)}000000`,
    endTimeUnixNano: `${Math.round(endedMs)}000000`,
    attributes: attributesOf(facts),
  };
}

function attributesOf(facts: Attributes): SentSpan['attributes'] {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function readTraceparent(header: string | undefined): SpanContext | null {
  const match = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(header ?? '');
  return match ? { traceId: match[1]!, spanId: match[2]! } : null;
}
