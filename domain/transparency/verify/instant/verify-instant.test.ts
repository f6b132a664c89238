/** Verification of cotas premiadas: an honest shop, and later manipulations. */
import { expect, test } from 'vitest';
import { chainHash, DEMO_BEACON, QUICKNET, timeOfRound } from '../../../draws/beacon/beacon-chain.ts';
import { signDemoRound } from '../../../draws/beacon/demo-beacon.ts';
import {
  commitmentsHash,
  mixSeed,
  placeInstantPrizes,
  seedCommitment,
} from '../../../draws/instant-prizes.ts';
import { toHex } from '../../../hex.ts';
import type { LogEntry } from '../../log/log-entry.ts';
import { permutationCommitment } from '../../log/permutation-commitment.ts';
import { verifyInstant, verifyOrderKey } from './verify-instant.ts';

const RIFA = '5e000000-0000-4000-8000-000000000001';
const SEED = new Uint8Array(32).fill(9);
/** Round 1000 of the public network. */
const LEAGUE = {
  chain: QUICKNET,
  round: 1000,
  signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};
const KEY = new Uint8Array(16).fill(3);

type Change = Partial<Record<LogEntry['kind'], object | null>>;

/** Entries in the order of events. A change replaces fields; null leaves the entry out. */
function logged(change: Change = {}, { chain, round, signature } = LEAGUE, seed = SEED) {
  const at = new Date(timeOfRound(chain, round).getTime() - 600_000).toISOString();
  const mixed = mixSeed(RIFA, seed, { chain: chainHash(chain), round, signature });
  const placed = placeInstantPrizes(RIFA, mixed, { totalNumbers: 1000, count: 5 });
  const entries: Record<string, object>[] = [
    {
      kind: 'published',
      at,
      totalNumbers: 1000,
      permutation: permutationCommitment(RIFA, KEY),
      instantSeed: seedCommitment(SEED),
    },
    {
      kind: 'hidden',
      at,
      seed: seedCommitment(SEED),
      chain: chainHash(chain),
      round,
      prizes: ['1-4 Pix de R$ 100', '5-5 Fone'],
    },
    { kind: 'placed', at, round, signature, commitments: commitmentsHash(placed) },
    { kind: 'revealed', at, seed: toHex(seed) },
    { kind: 'orderOpened', at, key: toHex(KEY) },
  ].map((entry) => ({ ...entry, rifaId: RIFA }) as never);
  return entries.flatMap((entry, index) => {
    const replaced = change[entry.kind as unknown as LogEntry['kind']];
    return replaced === null ? [] : [{ index, entry: { ...entry, ...replaced } as unknown as LogEntry }];
  });
}

const wasPublishedBefore = () => Promise.resolve(true);

test('verifies positions from a committed seed and a later round', async () => {
  expect(await verifyInstant(logged(), RIFA, wasPublishedBefore)).toEqual([
    { item: 'instant', state: 'holds' },
  ]);
  expect(verifyOrderKey(logged(), RIFA)).toEqual([]);
});

test('asks the user whether the commitment was published before the round', async () => {
  const requests: [number, Date][] = [];
  const findings = await verifyInstant(logged(), RIFA, async (index, time) => {
    requests.push([index, time]);
    return false;
  });
  expect(requests).toEqual([[1, timeOfRound(QUICKNET, 1000)]]);
  expect(findings).toEqual([{ item: 'instant', state: 'open', reason: 'INSTANT_NOT_SEEN' }]);
});

test('reports nothing about a rifa without cotas premiadas', async () => {
  const without = logged({ published: { instantSeed: null }, hidden: null, placed: null, revealed: null });
  expect(await verifyInstant(without, RIFA, wasPublishedBefore)).toEqual([]);
});

test("rejects the demonstration's beacon as proof", async () => {
  const demo = { chain: DEMO_BEACON, round: 50_000_000, signature: signDemoRound(50_000_000) };
  expect(await verifyInstant(logged({}, demo), RIFA, wasPublishedBefore)).toEqual([
    { item: 'instant', state: 'open', reason: 'BEACON_OF_SHOP' },
  ]);
});

test.each<[string, Change, string]>([
  ['a rifa from before the beacon', { hidden: null, placed: null }, 'open INSTANT_WITHOUT_BEACON'],
  ['a round that is not logged', { placed: null }, 'open INSTANT_NOT_REVEALED'],
  ['a secret seed', { revealed: null }, 'open INSTANT_NOT_REVEALED'],
  ['an unknown beacon', { hidden: { chain: '0'.repeat(64) } }, 'open BEACON_UNKNOWN'],
  [
    'a round before the publication',
    { hidden: { at: '2026-01-01T00:00:00.000Z' } },
    'fails BEACON_NOT_AFTER',
  ],
  [
    'the signature of another round',
    { hidden: { round: 1001 }, placed: { round: 1001 } },
    'fails BEACON_SIGNATURE',
  ],
  ['a round other than the named one', { placed: { round: 999 } }, 'fails INSTANT_DIFFERS'],
  [
    'a commitment other than the published one',
    { published: { instantSeed: 'a'.repeat(64) } },
    'fails INSTANT_DIFFERS',
  ],
  ['another seed', { revealed: { seed: 'b'.repeat(64) } }, 'fails INSTANT_DIFFERS'],
  ['other positions', { placed: { commitments: 'c'.repeat(64) } }, 'fails INSTANT_DIFFERS'],
  ['an additional prize', { hidden: { prizes: ['1-6 Pix'] } }, 'fails INSTANT_DIFFERS'],
  ['prizes with a gap', { hidden: { prizes: ['1-3 Pix', '5-5 Fone'] } }, 'fails INSTANT_DIFFERS'],
])('does not verify %s', async (_, change, expected) => {
  const [finding] = await verifyInstant(logged(change), RIFA, wasPublishedBefore);
  expect(`${finding!.state} ${finding!.reason}`).toBe(expected);
});

test('rejects a seed that was ground after the round', async () => {
  const entries = logged({}, LEAGUE, new Uint8Array(32).fill(10));
  expect(await verifyInstant(entries, RIFA, wasPublishedBefore)).toMatchObject([
    { reason: 'INSTANT_DIFFERS' },
  ]);
});

test.each(['0'.repeat(32), 'not a key'])('rejects another order of the numbers: %s', (key) => {
  expect(verifyOrderKey(logged({ orderOpened: { key } }), RIFA)).toMatchObject([{ reason: 'ORDER_DIFFERS' }]);
});
