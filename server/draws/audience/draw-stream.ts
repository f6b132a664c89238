import type { LiveDrawEvent } from '@mare/contract/draws/draws.ts';
import { EventStream, StreamEvent } from '../../platform/realtime/event-stream.ts';

/** A change after which the page has to read the draw again. */
export const CHANGED = new StreamEvent<LiveDrawEvent>({ kind: 'changed' });

/**
 * One browser's stream of a draw. It begins with an event, because the draw may have changed before. For a slow
 * browser, only the last unread change is kept.
 */
export class DrawStream extends EventStream<LiveDrawEvent> {
  constructor(since: number, onEnd: () => void) {
    super({ since, onEnd, maxWaiting: 1 });
    this.send(CHANGED);
  }

  protected override onOverflow(event: StreamEvent<LiveDrawEvent>): void {
    this.replaceLast(event);
  }
}
