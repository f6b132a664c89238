/** Compares an endpoint's throughput with that of a bare server that sends the same bytes in the same run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { markdownTable } from '../reporting/document.ts';
import { formatInteger } from '../reporting/report.ts';
import type { CannedResponse } from '../processes/canned-responses-process.ts';

export interface Comparison {
  name: string;
  /** Compressed size. */
  bytes: number;
  perSecond: number;
  /** Milliseconds. */
  p99: number;
  floorPerSecond: number;
  floorP99: number;
  /** `perSecond` / `floorPerSecond`. */
  ratio: number;
}

export interface Endpoint {
  name: string;
  url: string;
  method?: 'GET' | 'PUT';
  /** Concurrent; default 64. */
  connections?: number;
  /** Headers and body for a connection, 0-based. */
  requestOf?: (connection: number) => RequestParts;
}

export interface RequestParts {
  headers?: Record<string, string>;
  body?: string;
}

const CONNECTIONS = 64;
const ENCODINGS = 'br, gzip';
/** Per measurement; the floor is measured before and after. */
const SECONDS = 3;

/** @param seconds per measurement */
export async function compareWithFloor(
  endpoints: readonly Endpoint[],
  seconds = SECONDS,
): Promise<Comparison[]> {
  const floor = fork(join(import.meta.dirname, '../processes/canned-responses-process.ts'), {
    detached: true,
  });
  try {
    const comparisons: Comparison[] = [];
    for (const endpoint of endpoints) {
      const row = await compare(endpoint, floor, seconds);
      comparisons.push(row);
      console.log(
        `${row.name.padEnd(28)} ${Math.round(row.perSecond)}/s, p99 ${row.p99} ms, ` +
          `${row.ratio.toFixed(2)} of the floor (${Math.round(row.floorPerSecond)}/s, p99 ${row.floorP99} ms)`,
      );
    }
    return comparisons;
  } finally {
    floor.disconnect();
  }
}

/** @param goal minimum share of the floor */
export function comparisonTable(rows: readonly Comparison[], nameHeading: string, goal?: number): string {
  const heading = [
    nameHeading,
    'kB sent',
    'responses/s',
    'p99 (ms)',
    'floor/s',
    'floor p99 (ms)',
    'of floor',
  ];
  return markdownTable(
    goal === undefined ? heading : [...heading, 'met'],
    rows.map((row) => [
      row.name,
      (row.bytes / 1000).toFixed(1),
      formatInteger(row.perSecond),
      String(row.p99),
      formatInteger(row.floorPerSecond),
      String(row.floorP99),
      row.ratio.toFixed(2),
      ...(goal === undefined ? [] : [row.ratio >= goal ? 'yes' : '**no**']),
    ]),
  );
}

async function compare(endpoint: Endpoint, floor: ChildProcess, seconds: number): Promise<Comparison> {
  const response = await fetchBytes(endpoint);
  floor.send(response.canned);
  const [url] = (await once(floor, 'message')) as [string];
  await generateLoad(endpoint, 1);
  const before = await generateLoad({ ...endpoint, url }, seconds);
  const { requests, latency } = await generateLoad(endpoint, seconds);
  const after = await generateLoad({ ...endpoint, url }, seconds);
  const floorPerSecond = (before.requests.average + after.requests.average) / 2;
  return {
    name: endpoint.name,
    bytes: response.bytes,
    perSecond: requests.average,
    p99: latency.p99,
    floorPerSecond,
    floorP99: Math.max(before.latency.p99, after.latency.p99),
    ratio: requests.average / floorPerSecond,
  };
}

/** @throws when a request failed or was rejected */
async function generateLoad(
  { url, method = 'GET', connections = CONNECTIONS, requestOf }: Endpoint,
  seconds: number,
): Promise<autocannon.Result> {
  let connection = 0;
  const result = await autocannon({
    url,
    method,
    connections,
    duration: seconds,
    setupClient(client) {
      const { headers, body } = requestOf?.(connection++) ?? {};
      client.setHeadersAndBody({ ...headers, 'accept-encoding': ENCODINGS }, body);
    },
  });
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${url}: ${result.errors} failed and ${result.non2xx} rejected`);
  return result;
}

/** Fetches the body without decompressing it. */
async function fetchBytes({
  url,
  method = 'GET',
  requestOf,
}: Endpoint): Promise<{ bytes: number; canned: CannedResponse }> {
  const { headers, body: sent } = requestOf?.(0) ?? {};
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = request(url, { method, headers: { ...headers, 'accept-encoding': ENCODINGS } }, resolve);
    sending.on('error', reject).end(sent);
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  const { 'content-type': contentType = '', 'content-encoding': contentEncoding } = response.headers;
  return { bytes: body.length, canned: { contentType, contentEncoding, body: body.toString('base64') } };
}
