/** Declarations of jobs: their queues, payload types and handlers. */
import { fromQueued } from './queued-payload.ts';

export interface JobOptions {
  /** Standard cron, minute at the finest. */
  cron?: string;
  /**
   * Runs in one worker, without a row in the queue: for frequent searches that mostly find nothing, where the next
   * run makes up for a failed one. It may also be enqueued.
   */
  everyMinutes?: number;
  /** Retries of a cron job; 0 (default) if the next run makes up for a failed one. */
  retryLimit?: number;
  /** Parallel jobs per process; 1 by default. Each succeeds or is retried on its own. */
  concurrency?: number;
  /**
   * Workers poll for it. Jobs of other queues are announced with NOTIFY in the transaction that enqueues them, and
   * PostgreSQL serializes the commits of such transactions, which is too slow for events of every order.
   */
  polled?: boolean;
}

/** A queue: its name in the database (lower-case words joined by dashes) and the type of its payloads. */
export interface JobType<Payload extends object> extends JobOptions {
  readonly name: string;
  /** Declared by `defineBatchJob`: many payloads enqueued together make one job. */
  readonly isBatch?: boolean;
  /** Never set: it only carries the payload's type. */
  readonly payload?: (payload: Payload) => void;
}

/** A queue with its handler. Delivery is at least once: `handle` is idempotent. */
export interface Job<Payload extends object, Deps> extends JobType<Payload> {
  handle: (deps: Deps, payload: Payload) => Promise<void>;
  /** Handler of a job declared by `defineBatchJob`. */
  handleMany?: (deps: Deps, payloads: Payload[]) => Promise<void>;
}

/** Declares a job once; `enqueue` checks payloads against its handler. */
export function defineJob<Deps, Payload extends object = object>(
  name: string,
  options: JobOptions,
  handle: (deps: Deps, payload: Payload) => Promise<void>,
): Job<Payload, Deps> {
  return { ...options, name, handle: (deps, payload) => handle(deps, fromQueued(payload)) };
}

/**
 * Declares a job whose handler takes many payloads at a time, all or nothing. If it fails, each payload is handled alone,
 * so that one that always fails does not hold up the others.
 */
export function defineBatchJob<Deps, Payload extends object = object>(
  name: string,
  options: Omit<JobOptions, 'concurrency'>,
  handleMany: (deps: Deps, payloads: Payload[]) => Promise<void>,
): Job<Payload, Deps> {
  return {
    ...options,
    name,
    isBatch: true,
    handle: (deps, payload) => handleMany(deps, [fromQueued(payload)]),
    handleMany: (deps, payloads) => handleMany(deps, payloads.map(fromQueued)),
  };
}

/** Declares an event queue. Its handlers are registered by the composition root: see `onEvent`. */
export function defineEvent<Payload extends object>(
  name: string,
  options: JobOptions = {},
): JobType<Payload> {
  return { ...options, name };
}

export function onEvent<Deps, Payload extends object>(
  event: JobType<Payload>,
  handle: (deps: Deps, payload: Payload) => Promise<void>,
): Job<Payload, Deps> {
  return defineJob(event.name, event, handle);
}

/** See `defineBatchJob`. */
export function onEvents<Deps, Payload extends object>(
  event: JobType<Payload>,
  handleMany: (deps: Deps, payloads: Payload[]) => Promise<void>,
): Job<Payload, Deps> {
  // Event handlers: the enqueuing side has only the queue.
  return { ...defineBatchJob(event.name, event, handleMany), isBatch: false };
}
