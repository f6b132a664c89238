/** How many answers a second an address gives, beside a bare server that gives the same bytes in the same run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { markdownTable } from '../reporting/document.ts';
import { whole } from '../reporting/report.ts';
import type { BareAnswer } from '../processes/bare-answers-process.ts';

export interface Compared {
  name: string;
  /** Compressed, as it was sent. */
  bytes: number;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  floorPerSecond: number;
  floorP99: number;
  /** `perSecond` to the floor's. */
  ratio: number;
}

export interface Asked {
  name: string;
  url: string;
  method?: 'GET' | 'PUT';
  /** At once; 64 unless told. */
  connections?: number;
  /** What each browser sends beside that: those of one connection, 0-based. */
  sends?: (connection: number) => Sent;
}

interface Sent {
  headers?: Record<string, string>;
  body?: string;
}

const CONNECTIONS = 64;
const ENCODINGS = 'br, gzip';
/** Measured each time; the floor is measured before and after. */
const SECONDS = 3;

/** @param seconds each is measured */
export async function compareAnswers(all: readonly Asked[], seconds = SECONDS): Promise<Compared[]> {
  const floor = fork(join(import.meta.dirname, '../processes/bare-answers-process.ts'), { detached: true });
  try {
    const compared: Compared[] = [];
    for (const asked of all) {
      const row = await compare(asked, floor, seconds);
      compared.push(row);
      console.log(
        `${row.name.padEnd(28)} ${Math.round(row.perSecond)}/s, p99 ${row.p99} ms, ` +
          `${row.ratio.toFixed(2)} of the floor (${Math.round(row.floorPerSecond)}/s, p99 ${row.floorP99} ms)`,
      );
    }
    return compared;
  } finally {
    floor.disconnect();
  }
}

/** @param goal least share of the floor, where there is one */
export function comparedTable(rows: readonly Compared[], what: string, goal?: number): string {
  const heading = [what, 'kB sent', 'answers/s', 'p99 ms', 'floor/s', 'floor p99 ms', 'of floor'];
  return markdownTable(
    goal === undefined ? heading : [...heading, 'met'],
    rows.map((row) => [
      row.name,
      (row.bytes / 1000).toFixed(1),
      whole(row.perSecond),
      String(row.p99),
      whole(row.floorPerSecond),
      String(row.floorP99),
      row.ratio.toFixed(2),
      ...(goal === undefined ? [] : [row.ratio >= goal ? 'yes' : '**no**']),
    ]),
  );
}

async function compare(asked: Asked, floor: ChildProcess, seconds: number): Promise<Compared> {
  const answer = await takeBytes(asked);
  floor.send(answer.bare);
  const [url] = (await once(floor, 'message')) as [string];
  await rush(asked, 1);
  const before = await rush({ ...asked, url }, seconds);
  const { requests, latency } = await rush(asked, seconds);
  const after = await rush({ ...asked, url }, seconds);
  const floorPerSecond = (before.requests.average + after.requests.average) / 2;
  return {
    name: asked.name,
    bytes: answer.bytes,
    perSecond: requests.average,
    p99: latency.p99,
    floorPerSecond,
    floorP99: Math.max(before.latency.p99, after.latency.p99),
    ratio: requests.average / floorPerSecond,
  };
}

/** @throws when an answer was lost or was not a good one: then there is nothing to compare */
async function rush(
  { url, method = 'GET', connections = CONNECTIONS, sends }: Asked,
  seconds: number,
): Promise<autocannon.Result> {
  let connection = 0;
  const result = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    setupClient(client) {
      const { headers, body } = sends?.(connection++) ?? {};
      client.setHeadersAndBody({ ...headers, 'accept-encoding': ENCODINGS }, body);
    },
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} lost and ${result.non2xx} refused`);
  return result;
}

/** The body as it comes over the wire, still compressed. */
async function takeBytes({
  url,
  method = 'GET',
  sends,
}: Asked): Promise<{ bytes: number; bare: BareAnswer }> {
  const { headers, body: sent } = sends?.(0) ?? {};
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request(url, { method, headers: { ...headers, 'accept-encoding': ENCODINGS } }, resolve);
    asking.on('error', reject).end(sent);
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const { 'content-type': contentType = '', 'content-encoding': contentEncoding } = response.headers;
  return { bytes: body.length, bare: { contentType, contentEncoding, body: body.toString('base64') } };
}
