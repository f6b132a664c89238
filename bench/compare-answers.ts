/** How many answers a second an address gives, beside a bare server that gives the same bytes in the same run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { BareAnswer } from './bare-answers.ts';

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
  headers?: Record<string, string>;
}

const CONNECTIONS = 64;
/** Measured each time; the floor is measured before and after. */
const SECONDS = 3;

export async function compareAnswers(all: readonly Asked[]): Promise<Compared[]> {
  const floor = fork(join(import.meta.dirname, 'bare-answers.ts'), { detached: true });
  try {
    const compared: Compared[] = [];
    for (const asked of all) {
      const row = await compare(asked, floor);
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

async function compare({ name, url, headers = {} }: Asked, floor: ChildProcess): Promise<Compared> {
  const wanted = { ...headers, 'accept-encoding': 'br, gzip' };
  const answer = await takeBytes(url, wanted);
  floor.send(answer.bare);
  const [floorUrl] = (await once(floor, 'message')) as [string];
  await rush(url, wanted, 1);
  const before = await rush(floorUrl, wanted, SECONDS);
  const { requests, latency } = await rush(url, wanted, SECONDS);
  const after = await rush(floorUrl, wanted, SECONDS);
  const floorPerSecond = (before.requests.average + after.requests.average) / 2;
  return {
    name,
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
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<autocannon.Result> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: seconds });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} lost and ${result.non2xx} refused`);
  return result;
}

/** The body as it comes over the wire, still compressed. */
async function takeBytes(
  url: string,
  headers: Record<string, string>,
): Promise<{ bytes: number; bare: BareAnswer }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers }, resolve).on('error', reject).end();
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const { 'content-type': contentType = '', 'content-encoding': contentEncoding } = response.headers;
  return { bytes: body.length, bare: { contentType, contentEncoding, body: body.toString('base64') } };
}
