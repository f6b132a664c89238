/**
 * Writes event streams directly to Node's response: an idle stream only costs its socket, without web stream,
 * iterator, promise or timer.
 */
import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, MiddlewareHandler } from 'hono';
import type { EventSink, EventStream, StreamEvent } from './event-stream.ts';
import { createHeartbeat } from './heartbeat.ts';

/** Proxies close idle connections, often after 30 s. */
const HEARTBEAT_MS = 15_000;
/** A comment, which clients ignore. */
const COMMENT = ': \n\n';

const heartbeat = createHeartbeat<ServerResponse>(HEARTBEAT_MS, (response) => {
  if (!response.writableEnded && !response.writableNeedDrain) response.write(COMMENT);
});

/** Result of a procedure that streams events, for the transport. */
export interface StreamTransport {
  /** Set by the procedure: the transport sends it instead of the returned iterator. */
  stream: EventStream<object> | null;
}

/** @returns the transport of a request; null if the response is read inside the process */
export function streamTransport(c: Context): StreamTransport | null {
  return outgoingOf(c) ? { stream: null } : null;
}

/** Result of a procedure that streams events. */
export function respondWithStream<Data extends object>(
  { transport }: { transport?: StreamTransport | null },
  stream: EventStream<Data>,
): ReturnType<EventStream<Data>['read']> {
  if (transport) transport.stream = stream;
  return stream.read();
}

/** Outermost middleware: sends the stream of a request with the headers that the others have set. */
export const sendEventStreams: MiddlewareHandler<{
  Variables: { eventStream?: EventStream<object> | undefined };
}> = async (c, next) => {
  await next();
  const stream = c.get('eventStream');
  if (!stream) return;
  const outgoing = outgoingOf(c);
  if (!outgoing || c.res.status !== 200) return stream.end();
  sendEventStream(outgoing, c.res.headers, stream);
  // Without the reset, Hono merges the two.
  c.res = undefined;
  c.res = RESPONSE_ALREADY_SENT;
};

function outgoingOf(c: Context): ServerResponse | undefined {
  return (c.env as { outgoing?: ServerResponse } | undefined)?.outgoing;
}

export function sendEventStream<Data extends object>(
  response: ServerResponse,
  headers: Headers,
  stream: EventStream<Data>,
): void {
  if (response.destroyed) return stream.end();
  response.setHeaders(headers);
  response.writeHead(200);
  // Flushed separately from the body, so that Node keeps the text of the headers in one piece instead of dozens.
  response.flushHeaders();
  response.write(COMMENT);
  response.on('close', () => {
    heartbeat.delete(response);
    stream.end();
  });
  heartbeat.add(response);
  stream.connect(new ResponseSink(response, stream));
  stream.resume();
}

class ResponseSink<Data extends object> implements EventSink<Data> {
  readonly #response: ServerResponse;
  readonly #stream: EventStream<Data>;

  constructor(response: ServerResponse, stream: EventStream<Data>) {
    this.#response = response;
    this.#stream = stream;
  }

  write({ bytes }: StreamEvent<Data>): boolean {
    const isReady = this.#response.write(bytes);
    if (!isReady) this.#response.once('drain', () => this.#stream.resume());
    return isReady;
  }

  close(): void {
    this.#response.end();
  }
}
