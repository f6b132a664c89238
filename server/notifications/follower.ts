import { AsyncIteratorClass, withEventMeta } from '@orpc/server';
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import type { Arrival } from './notifications.queries.ts';

/** Backpressure limit: a slower reader is disconnected and resumes with Last-Event-ID. */
const WAITING_AT_MOST = 1_000;

/** One browser's event stream: first the backlog, then live arrivals, each once and in order. */
export class Follower {
  readonly since: Date;
  /** The stream; each event's id is its sequence. */
  readonly events: AsyncIteratorClass<LiveEvent, void, void>;
  readonly #beginnings: AsyncIterator<LiveEvent, void>;
  readonly #onEnd: () => void;
  readonly #ended = Promise.withResolvers<null>();
  #waiting: Arrival[] = [];
  #seen = 0;
  #begun = false;
  #isEnded = false;
  #wake: (() => void) | null = null;

  constructor(beginnings: AsyncIterator<LiveEvent, void>, since: Date, onEnd: () => void) {
    this.#beginnings = beginnings;
    this.since = since;
    this.#onEnd = onEnd;
    this.events = new AsyncIteratorClass(
      () => this.#next(),
      async () => this.end(),
    );
  }

  tell(arrival: Arrival): void {
    this.#waiting.push(arrival);
    if (this.#waiting.length > WAITING_AT_MOST) this.end();
    else this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting = [];
    this.#ended.resolve(null);
    this.#wake?.();
    this.#onEnd();
  }

  async #next(): Promise<IteratorResult<LiveEvent, void>> {
    const followed = (await this.#nextBeginning()) ?? (await this.#nextArrival());
    if (!followed || this.#isEnded) return { done: true, value: undefined };
    this.#seen = followed.sequence;
    return { done: false, value: withEventMeta(followed, { id: String(followed.sequence) }) };
  }

  async #nextBeginning(): Promise<LiveEvent | null> {
    if (this.#begun) return null;
    const step = await Promise.race([this.#beginnings.next(), this.#ended.promise]);
    if (step && !step.done) return step.value;
    this.#begun = true;
    return null;
  }

  async #nextArrival(): Promise<LiveEvent | null> {
    while (!this.#isEnded) {
      const arrival = this.#waiting.shift();
      // The backlog may have included it already.
      if (arrival && arrival.sequence > this.#seen)
        return { kind: 'arrived', sequence: arrival.sequence, notification: arrival.notification };
      if (!arrival) await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return null;
  }
}
