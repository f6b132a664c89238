/** Keeps many event streams open and measures when each receives an event. Exits with its parent. */
import { Agent, type ClientRequest, get } from 'node:http';

export interface ListenRequest {
  kind: 'listen';
  port: number;
  path: string;
  tokens: string[];
  connections: number;
  /** Each stream sends a different client IP address in X-Forwarded-For. */
  hasIpAddresses?: boolean;
}

/** Waits for an event that contains this mark. */
export interface WatchRequest {
  kind: 'watch';
  mark: string;
  /** Milliseconds since 1970, with fractions. */
  sentAt: number;
  /** Expected number of receivers. */
  listeners: number;
}

/** Milliseconds of each receiver, ascending. */
export type Latencies = number[];

/** Streams opened concurrently. */
const CONCURRENCY = 100;
const TIMEOUT_MS = 60_000;
/** Characters kept between chunks: a mark may span two. */
const TAIL_LENGTH = 64;

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
let open: ClientRequest[] = [];
let watched: { mark: string; receive: () => void } | null = null;

process.on('disconnect', () => process.exit());
process.on('message', (message: ListenRequest | WatchRequest) => {
  const done = message.kind === 'listen' ? listen(message) : watch(message);
  void done.then((result) => process.send!(result));
});

/** @returns the milliseconds until the last stream received its first event */
async function listen({
  port,
  path,
  tokens,
  connections,
  hasIpAddresses = false,
}: ListenRequest): Promise<number> {
  for (const request of open) request.destroy();
  open = [];
  const began = performance.now();
  let next = 0;
  const openStreams = async () => {
    while (next < connections) {
      const index = next++;
      const headers: Record<string, string> = hasIpAddresses
        ? { 'x-forwarded-for': `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }
        : { authorization: `Bearer ${tokens[index % tokens.length]!}` };
      await connect(port, path, headers);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, openStreams));
  return performance.now() - began;
}

function connect(port: number, path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({
      agent,
      host: '127.0.0.1',
      port,
      path,
      headers: { accept: 'text/event-stream', ...headers },
    });
    open.push(request);
    request.on('error', reject).on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
      let tail = '';
      /** Whose parts `tail` holds. */
      let tailOf: typeof watched = null;
      let notified: typeof watched = null;
      response.setEncoding('utf8').on('data', (part: string) => {
        resolve();
        if (tailOf !== watched) tail = '';
        tailOf = watched;
        const text = tail + part;
        tail = text.slice(-TAIL_LENGTH);
        if (!watched || notified === watched || !text.includes(watched.mark)) return;
        notified = watched;
        watched.receive();
      });
    });
  });
}

function watch({ mark, sentAt, listeners }: WatchRequest): Promise<Latencies> {
  const latencies: Latencies = [];
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      watched = null;
      resolve(latencies.toSorted((one, other) => one - other));
    };
    const timer = setTimeout(finish, TIMEOUT_MS);
    watched = {
      mark,
      receive() {
        latencies.push(performance.timeOrigin + performance.now() - sentAt);
        if (latencies.length === listeners) finish();
      },
    };
    process.send!('watching');
  });
}
