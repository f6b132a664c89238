import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, pino, type Logger } from 'pino';
import { currentTraceId } from './tracing.ts';
import { redactPersonalData } from './redact-personal-data.ts';

export type Log = Logger;

/** Fields of the current request or job. */
type LogScope = Readonly<Record<string, string>>;

const scopes = new AsyncLocalStorage<LogScope>();

/** Adds the scope to all log lines written by `work`. */
export function inLogScope<T>(scope: LogScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** JSON lines on stdout, with secrets and personal data redacted. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: serializeError },
    mixin: () => ({ ...scopes.getStore(), traceId: currentTraceId() }),
    hooks: { streamWrite: redactPersonalData },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Leaves out the client that a connection error refers to: it has every prepared statement and the cancel key. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _, ...fields }: Record<string, unknown> = pino.stdSerializers.err(error);
  return fields;
}
