import { AsyncIteratorClass, withEventMeta } from '@orpc/server';
import type { LiveEvent, TicketSignal } from '@mare/contract/notifications/notifications.ts';
import type { SequencedNotification } from './notifications.queries.ts';

/** Backpressure limit: a slower reader is disconnected and resumes with Last-Event-ID. */
const MAX_QUEUED = 1_000;
/** Signals are dropped beyond it: they may be lost, and must not disconnect a slow reader. */
const MAX_QUEUED_BEFORE_SIGNAL = 100;

/** One browser's event stream: first the backlog, then live arrivals, each once and in order. */
export class NotificationStream {
  readonly sessionId: string;
  readonly since: Date;
  /** The stream. The id of an event is its sequence; signals have none, so that a reader resumes after the last event. */
  readonly events: AsyncIteratorClass<LiveEvent, void, void>;
  readonly #backlog: AsyncIterator<LiveEvent, void>;
  readonly #onEnd: () => void;
  readonly #ended = Promise.withResolvers<null>();
  #queue: (SequencedNotification | TicketSignal)[] = [];
  #seen = 0;
  #backlogDone = false;
  #isEnded = false;
  #wake: (() => void) | null = null;

  constructor(
    backlog: AsyncIterator<LiveEvent, void>,
    { sessionId, since }: { sessionId: string; since: Date },
    onEnd: () => void,
  ) {
    this.#backlog = backlog;
    this.sessionId = sessionId;
    this.since = since;
    this.#onEnd = onEnd;
    this.events = new AsyncIteratorClass(
      () => this.#next(),
      async () => this.end(),
    );
  }

  push(arrival: SequencedNotification): void {
    this.#queue.push(arrival);
    if (this.#queue.length > MAX_QUEUED) this.end();
    else this.#wake?.();
  }

  pushSignal(signal: TicketSignal): void {
    if (this.#isEnded || this.#queue.length >= MAX_QUEUED_BEFORE_SIGNAL) return;
    this.#queue.push(signal);
    this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#queue = [];
    this.#ended.resolve(null);
    this.#wake?.();
    this.#onEnd();
  }

  async #next(): Promise<IteratorResult<LiveEvent, void>> {
    const next = (await this.#nextFromBacklog()) ?? (await this.#nextLive());
    if (!next || this.#isEnded) return { done: true, value: undefined };
    if (next.kind === 'ticket') return { done: false, value: next };
    this.#seen = next.sequence;
    return { done: false, value: withEventMeta(next, { id: String(next.sequence) }) };
  }

  async #nextFromBacklog(): Promise<LiveEvent | null> {
    if (this.#backlogDone) return null;
    const step = await Promise.race([this.#backlog.next(), this.#ended.promise]);
    if (step && !step.done) return step.value;
    this.#backlogDone = true;
    return null;
  }

  async #nextLive(): Promise<LiveEvent | null> {
    while (!this.#isEnded) {
      const arrival = this.#queue.shift();
      if (arrival && 'kind' in arrival) return arrival;
      // The backlog may have included it already.
      if (arrival && arrival.sequence > this.#seen)
        return { kind: 'arrived', sequence: arrival.sequence, notification: arrival.notification };
      if (!arrival) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return null;
  }
}
