/** Server-sent events, encoded once for all their readers. */
import { AsyncIteratorClass, withEventMeta } from '@orpc/server';

/** An event as all streams send it; encoded once. */
export class StreamEvent<Data extends object> {
  readonly data: Data;
  readonly id: string | undefined;
  #bytes: Buffer | undefined;

  /** @param id for Last-Event-ID */
  constructor(data: Data, id?: string) {
    this.data = data;
    this.id = id;
  }

  /** In the format of the contract library. One copy is shared by all streams that still have to send it. */
  get bytes(): Buffer {
    const id = this.id === undefined ? '' : `id: ${this.id}\n`;
    this.#bytes ??= Buffer.from(`event: message\n${id}data: ${JSON.stringify(this.data)}\n\n`);
    return this.#bytes;
  }
}

/** Destination of a stream. It calls `resume` when it can accept events again. */
export interface EventSink<Data extends object> {
  /** @returns whether it can accept another event now */
  write(event: StreamEvent<Data>): boolean;
  close(): void;
}

export interface EventStreamOptions {
  /** ms since 1970 */
  since: number;
  onEnd: () => void;
  /** Events queued for a slow reader. Above this limit the stream ends, and the reader reconnects. */
  maxWaiting: number;
}

/** Events for one reader, in order. */
export class EventStream<Data extends object> {
  readonly since: number;
  readonly #onEnd: () => void;
  readonly #maxWaiting: number;
  #sink: EventSink<Data> | null = null;
  /** Null while empty, to save the memory of an array per idle stream. */
  #waiting: StreamEvent<Data>[] | null = null;
  #isReady = false;
  #isEnded = false;
  #onDrained: (() => void) | null = null;

  constructor({ since, onEnd, maxWaiting }: EventStreamOptions) {
    this.since = since;
    this.#onEnd = onEnd;
    this.#maxWaiting = maxWaiting;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Events queued for the reader. */
  protected get waiting(): number {
    return this.#waiting?.length ?? 0;
  }

  /** Starts the stream. Call it once. */
  connect(sink: EventSink<Data>): void {
    this.#sink = sink;
    if (this.#isEnded) sink.close();
  }

  /** The reader can accept events. */
  resume(): void {
    if (this.#isEnded) return;
    this.#isReady = true;
    while (this.#isReady && this.#waiting) {
      const event = this.#waiting.shift()!;
      if (this.#waiting.length === 0) this.#waiting = null;
      this.#isReady = this.#sink!.write(event);
    }
    if (!this.#waiting) this.#onDrained?.();
  }

  /** Resolves when the queue is empty or the stream has ended. Supports one caller at a time. */
  async drained(): Promise<void> {
    if (this.#waiting) await new Promise<void>((resolve) => (this.#onDrained = resolve));
    this.#onDrained = null;
  }

  send(event: StreamEvent<Data>): void {
    if (this.#isEnded) return;
    if (this.#isReady) {
      this.#isReady = this.#sink!.write(event);
      return;
    }
    this.#waiting ??= [];
    if (this.#waiting.length < this.#maxWaiting) this.#waiting.push(event);
    else this.onOverflow(event);
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#isReady = false;
    this.#waiting = null;
    this.#onDrained?.();
    this.#sink?.close();
    this.#onEnd();
  }

  /**
   * The reader is too slow.
   * @param _event which did not fit into the queue
   */
  protected onOverflow(_event: StreamEvent<Data>): void {
    this.end();
  }

  /** Replaces the last queued event. */
  protected replaceLast(event: StreamEvent<Data>): void {
    this.#waiting?.splice(-1, 1, event);
  }

  /** For readers inside the process. The first read connects it. */
  read(): AsyncIteratorClass<Data, void, void> {
    let receive: ((result: IteratorResult<Data, void>) => void) | null = null;
    const done = { done: true, value: undefined } as const;
    const sink: EventSink<Data> = {
      write({ data, id }) {
        receive!({ done: false, value: id === undefined ? data : withEventMeta({ ...data }, { id }) });
        receive = null;
        return false;
      },
      close() {
        receive?.(done);
        receive = null;
      },
    };
    return new AsyncIteratorClass(
      async () => {
        if (!this.#sink) this.connect(sink);
        if (this.#isEnded) return done;
        const result = new Promise<IteratorResult<Data, void>>((resolve) => (receive = resolve));
        this.resume();
        return result;
      },
      async () => this.end(),
    );
  }
}
