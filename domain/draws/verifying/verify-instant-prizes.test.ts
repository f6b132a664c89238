import { expect, test } from 'vitest';
import { chainHash, DEMO_BEACON, roundFrom } from '../beacon/beacon-chain.ts';
import { signDemoRound } from '../beacon/demo-beacon.ts';
import { mixSeed, placeInstantPrizes, seedCommitment } from '../instant-prizes.ts';
import { toHex } from '../../hex.ts';
import { type PublishedInstantPrizes, verifyInstantPrizes } from './verify-instant-prizes.ts';

const rifaId = '5e000000-0000-4000-8000-000000000001';
const totalNumbers = 1000;
const seed = new Uint8Array(32).fill(7);
const placedAt = '2026-11-22T12:00:00.000Z';
const round = roundFrom(DEMO_BEACON, new Date('2026-11-22T12:10:00Z'));
const beacon = { chain: chainHash(DEMO_BEACON), round, signature: signDemoRound(round) };
const placed = placeInstantPrizes(rifaId, mixSeed(rifaId, seed, beacon), { totalNumbers, count: 3 });

const afterSales: PublishedInstantPrizes = {
  rifaId,
  totalNumbers,
  placedAt,
  beacon,
  seedCommitment: seedCommitment(seed),
  seed: toHex(seed),
  prizes: placed,
};
/** During sales, with only the second prize found. */
const duringSales: PublishedInstantPrizes = {
  ...afterSales,
  seed: null,
  prizes: placed.map((prize) => (prize.position === 2 ? prize : { ...prize, number: null, salt: null })),
};

test('verifies revealed prizes before and after the seed is revealed', async () => {
  expect(await verifyInstantPrizes(duringSales)).toEqual({
    ok: true,
    opened: 1,
    replayed: false,
    beacon: 'demo',
  });
  expect(await verifyInstantPrizes(afterSales)).toEqual({
    ok: true,
    opened: 3,
    replayed: true,
    beacon: 'demo',
  });
});

test('waits for the round, and verifies rifas from before the beacon', async () => {
  const hidden = placed.map(({ position }) => ({ position, number: null, salt: null, commitment: null }));
  const waiting = { ...duringSales, beacon: { ...beacon, signature: null }, prizes: hidden };
  expect(await verifyInstantPrizes(waiting)).toEqual({
    ok: true,
    opened: 0,
    replayed: false,
    beacon: 'waiting',
  });
  const withoutBeacon = placeInstantPrizes(rifaId, seed, { totalNumbers, count: 3 });
  const old = { ...afterSales, beacon: null, prizes: withoutBeacon };
  expect(await verifyInstantPrizes(old)).toEqual({ ok: true, opened: 3, replayed: true, beacon: 'none' });
});

const otherSeed = new Uint8Array(32).fill(8);
const free = placed[1]!.number === 1 ? 2 : 1;

test.each<[string, PublishedInstantPrizes]>([
  [
    'a number moved to another buyer during sales',
    {
      ...duringSales,
      prizes: duringSales.prizes.map((prize) => (prize.number ? { ...prize, number: free } : prize)),
    },
  ],
  [
    'a forged salt',
    {
      ...duringSales,
      prizes: duringSales.prizes.map((prize) => (prize.salt ? { ...prize, salt: '0'.repeat(64) } : prize)),
    },
  ],
  ['a seed that does not match its commitment', { ...afterSales, seed: toHex(otherSeed) }],
  [
    'another seed with a matching commitment but the original numbers',
    { ...afterSales, seed: toHex(otherSeed), seedCommitment: seedCommitment(otherSeed) },
  ],
  ['reordered prizes', { ...afterSales, prizes: placed.toReversed() }],
  [
    'a revealed seed with a prize still hidden',
    {
      ...afterSales,
      prizes: placed.map((prize, index) => (index === 0 ? { ...prize, number: null } : prize)),
    },
  ],
  ['prizes placed without the round', { ...afterSales, beacon: null }],
  ['a round before the commitment', { ...afterSales, placedAt: '2026-11-22T12:30:00.000Z' }],
  [
    'the signature of another round',
    { ...afterSales, beacon: { ...beacon, signature: signDemoRound(round + 1) } },
  ],
  ['an unknown beacon', { ...duringSales, beacon: { ...beacon, chain: '0'.repeat(64) } }],
  [
    'numbers of another seed with the same round',
    {
      ...afterSales,
      prizes: placeInstantPrizes(rifaId, mixSeed(rifaId, otherSeed, beacon), { totalNumbers, count: 3 }),
    },
  ],
])('rejects %s', async (_, published) => {
  expect((await verifyInstantPrizes(published)).ok).toBe(false);
});
