import { AsyncLocalStorage } from 'node:async_hooks';
import { type DestinationStream, pino, type Logger } from 'pino';
import { currentTraceId } from './tracing.ts';
import { redactPersonalData } from './redact-personal-data.ts';

export type Log = Logger;

/** What a line is about: the request or the job in which it was written. */
type LogScope = Readonly<Record<string, string>>;

const scopes = new AsyncLocalStorage<LogScope>();

/** Every line written by `work`, however deep, carries the scope. */
export function inLogScope<T>(scope: LogScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** JSON lines, on standard output unless told otherwise. Secrets and personal data are cut out of each as it is written. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...scopes.getStore(), traceId: currentTraceId() }),
    hooks: { streamWrite: redactPersonalData },
  };
  return destination ? pino(options, destination) : pino(options);
}
