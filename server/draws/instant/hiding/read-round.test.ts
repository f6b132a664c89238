import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { chainHash, QUICKNET } from '@mare/domain/draws/beacon/beacon-chain.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { createLog } from '../../../platform/log/log.ts';
import { readRound } from './read-round.ts';

const ROUND = 1000;
/** Signature of a round of the public network. */
const SIGNATURE =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
const SIGNATURE_OF_123 =
  'b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92';

let relays: Server[] = [];
afterEach(() => {
  for (const relay of relays) relay.close();
  relays = [];
});

interface Reply {
  status?: number;
  location?: string;
  body: string;
}

async function startRelay(reply: Reply): Promise<{ url: string; requestedPaths: string[] }> {
  const requestedPaths: string[] = [];
  const server = createServer(({ url }, response) => {
    requestedPaths.push(url!);
    response
      .writeHead(reply.status ?? 200, reply.location ? { location: reply.location } : {})
      .end(reply.body);
  }).listen(0, '127.0.0.1');
  relays.push(server);
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requestedPaths };
}

const roundReply = (round: number, signature: string): Reply => ({
  body: JSON.stringify({ round, signature, randomness: '00' }),
});
const readRoundFrom = (urls: readonly string[]) =>
  readRound(
    { config: readConfig({ BEACON_URLS: urls.join(',') }), log: createLog('silent') },
    { chain: chainHash(QUICKNET), round: ROUND },
  );

test('calls the next relay until one has the signature of the round', async () => {
  const replies: Reply[] = [
    { status: 404, body: '' },
    { body: 'not JSON' },
    { body: 'x'.repeat(20_000) },
    { status: 302, location: 'http://127.0.0.1:1/', body: '' },
    roundReply(123, SIGNATURE_OF_123),
    // The signature of another round under this one's number.
    roundReply(ROUND, SIGNATURE_OF_123),
    roundReply(ROUND, SIGNATURE),
    roundReply(ROUND, SIGNATURE),
  ];
  const started = await Promise.all(replies.map((answer) => startRelay(answer)));
  expect(await readRoundFrom(started.map(({ url }) => url))).toBe(SIGNATURE);
  expect(started.map(({ requestedPaths }) => requestedPaths.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  expect(started[0]!.requestedPaths).toEqual([`/${chainHash(QUICKNET)}/public/${ROUND}`]);
});

test('returns null while no relay has the signature', async () => {
  const notReady = await startRelay({ status: 425, body: '' });
  expect(await readRoundFrom([notReady.url, 'http://127.0.0.1:1'])).toBeNull();
});

test('throws for an unknown chain', async () => {
  const platform = { config: readConfig({}), log: createLog('silent') };
  await expect(readRound(platform, { chain: '0'.repeat(64), round: ROUND })).rejects.toThrow(
    'unknown beacon',
  );
});
