import { AsyncIteratorClass } from '@orpc/server';
import type { LiveDrawEvent } from '@mare/contract/draws/draws.ts';

const CHANGED: LiveDrawEvent = { kind: 'changed' };

/**
 * One browser's stream of a draw. It begins with an event, because the draw may have changed before. Changes that a slow
 * browser has not read yet become one.
 */
export class DrawStream {
  readonly since: Date;
  readonly events: AsyncIteratorClass<LiveDrawEvent, void, void>;
  readonly #onEnd: () => void;
  #hasNews = true;
  #isEnded = false;
  #wake: (() => void) | null = null;

  constructor(since: Date, onEnd: () => void) {
    this.since = since;
    this.#onEnd = onEnd;
    this.events = new AsyncIteratorClass(
      () => this.#next(),
      async () => this.end(),
    );
  }

  announce(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#wake?.();
    this.#onEnd();
  }

  async #next(): Promise<IteratorResult<LiveDrawEvent, void>> {
    while (!this.#hasNews && !this.#isEnded) await new Promise<void>((resolve) => (this.#wake = resolve));
    if (this.#isEnded) return { done: true, value: undefined };
    this.#hasNews = false;
    return { done: false, value: CHANGED };
  }
}
