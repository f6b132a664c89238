import type { LiveDrawEvent } from '@mare/contract/draws/draws.ts';
import { EventStream, StreamEvent } from '../../platform/realtime/event-stream.ts';

const CHANGED = new StreamEvent<LiveDrawEvent>({ kind: 'changed' });

/**
 * One browser's stream of a draw. It begins with an event, because the draw may have changed before. Changes that a slow
 * browser has not read yet become one.
 */
export class DrawStream extends EventStream<LiveDrawEvent> {
  constructor(since: number, onEnd: () => void) {
    super({ since, onEnd, maxWaiting: 1 });
    this.announce();
  }

  announce(): void {
    this.send(CHANGED);
  }

  protected override onOverflow(): void {
    // The event that waits says the same.
  }
}
