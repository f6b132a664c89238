/** Browsers that wait for news: keeps many event streams open and says when each has heard. Ends with its parent. */
import { Agent, type ClientRequest, get } from 'node:http';

export interface ListenRequest {
  kind: 'listen';
  port: number;
  path: string;
  tokens: string[];
  connections: number;
}

/** Who hears of something that has this mark in it. */
export interface WatchRequest {
  kind: 'watch';
  mark: string;
  /** Milliseconds since 1970, with fractions. */
  sentAt: number;
  /** So many are to hear. */
  listeners: number;
}

/** Milliseconds of each who heard, ascending. */
export type Heard = number[];

/** Opened at once: a browser waits for its turn as well. */
const AT_ONCE = 100;
const PATIENCE_MS = 60_000;
/** A mark may come in two pieces. */
const KEPT = 64;

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
let open: ClientRequest[] = [];
let watched: { mark: string; hear: () => void } | null = null;

process.on('disconnect', () => process.exit());
process.on('message', (message: ListenRequest | WatchRequest) => {
  const answer = message.kind === 'listen' ? listen(message) : watch(message);
  void answer.then((result) => process.send!(result));
});

/** @returns milliseconds until the last one was answered with its first event */
async function listen({ port, path, tokens, connections }: ListenRequest): Promise<number> {
  for (const request of open) request.destroy();
  open = [];
  const began = performance.now();
  let next = 0;
  const opener = async () => {
    while (next < connections) await connect(port, path, tokens[next++ % tokens.length]!);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, opener));
  return performance.now() - began;
}

function connect(port: number, path: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({
      agent,
      host: '127.0.0.1',
      port,
      path,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    open.push(request);
    request.on('error', reject).on('response', (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`));
      let tail = '';
      let heard = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        resolve();
        const text = tail + part;
        tail = text.slice(-KEPT);
        if (!watched || heard === watched.mark || !text.includes(watched.mark)) return;
        heard = watched.mark;
        watched.hear();
      });
    });
  });
}

function watch({ mark, sentAt, listeners }: WatchRequest): Promise<Heard> {
  const heard: Heard = [];
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      watched = null;
      resolve(heard.toSorted((one, other) => one - other));
    };
    const timer = setTimeout(done, PATIENCE_MS);
    watched = {
      mark,
      hear() {
        heard.push(performance.timeOrigin + performance.now() - sentAt);
        if (heard.length === listeners) done();
      },
    };
    process.send!('watching');
  });
}
