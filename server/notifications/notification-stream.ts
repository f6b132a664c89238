import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import { type EventSink, EventStream, StreamEvent } from '../platform/realtime/event-stream.ts';

/** Backpressure limit: a slower reader is disconnected and resumes with Last-Event-ID. */
const MAX_QUEUED = 1_000;
/** Signals are dropped beyond it: they may be lost, and must not disconnect a slow reader. */
const MAX_QUEUED_BEFORE_SIGNAL = 100;

/** Events with a sequence number; signals have none. */
type SequencedEvent = Exclude<LiveEvent, { kind: 'ticket' }>;

/** Encoded once for all streams that send it. */
export function liveEvent(event: SequencedEvent): StreamEvent<LiveEvent> {
  return new StreamEvent(event, String(event.sequence));
}

/** Sends the events before the live ones. */
export type SendBacklog = (stream: NotificationStream) => Promise<void>;

/** One browser's event stream: first the backlog, then live arrivals, each once and in order. */
export class NotificationStream extends EventStream<LiveEvent> {
  readonly sessionId: string;
  /** Null once it has been read. */
  #backlog: SendBacklog | null;
  /** Arrivals while the backlog is read. */
  #early: StreamEvent<LiveEvent>[] | null = [];
  #seen = 0;

  constructor(
    backlog: SendBacklog,
    { sessionId, since }: { sessionId: string; since: number },
    onEnd: () => void,
  ) {
    super({ since, onEnd, maxWaiting: MAX_QUEUED });
    this.sessionId = sessionId;
    this.#backlog = backlog;
  }

  override connect(sink: EventSink<LiveEvent>): void {
    super.connect(sink);
    const sendBacklog = this.#backlog;
    this.#backlog = null;
    if (!sendBacklog || this.isEnded) return;
    void sendBacklog(this).then(
      () => this.#goLive(),
      // Without its backlog the stream would have a gap, so the reader has to reconnect.
      () => this.end(),
    );
  }

  push(arrival: StreamEvent<LiveEvent>): void {
    if (!this.#early) this.sendOnce(arrival);
    else if (this.#early.push(arrival) > MAX_QUEUED) this.end();
  }

  /** An event without id, so that a reader resumes after the last one that has. */
  pushSignal(signal: StreamEvent<LiveEvent>): void {
    if (this.isEnded || (this.#early?.length ?? this.waiting) >= MAX_QUEUED_BEFORE_SIGNAL) return;
    if (this.#early) this.#early.push(signal);
    else this.send(signal);
  }

  #goLive(): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const event of early) this.sendOnce(event);
  }

  /** Skips events that were sent: the backlog and the live arrivals overlap. */
  sendOnce(event: StreamEvent<LiveEvent>): void {
    const { data } = event;
    if (data.kind === 'ticket') return this.send(event);
    if (data.sequence <= this.#seen && data.kind === 'arrived') return;
    this.#seen = data.sequence;
    this.send(event);
  }
}
