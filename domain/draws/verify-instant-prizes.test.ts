import { expect, test } from 'vitest';
import { placeInstantPrizes, seedCommitment } from './instant-prizes.ts';
import { toHex } from './sealing/sha256.ts';
import { type PublishedInstantPrizes, verifyInstantPrizes } from './verify-instant-prizes.ts';

const rifaId = '5e000000-0000-4000-8000-000000000001';
const totalNumbers = 1000;
const seed = new Uint8Array(32).fill(7);
const placed = placeInstantPrizes(rifaId, seed, { totalNumbers, count: 3 });

const over: PublishedInstantPrizes = {
  rifaId,
  totalNumbers,
  seedCommitment: seedCommitment(seed),
  seed: toHex(seed),
  prizes: placed,
};
/** During sales, with only the second prize found. */
const selling: PublishedInstantPrizes = {
  ...over,
  seed: null,
  prizes: placed.map((prize) => (prize.position === 2 ? prize : { ...prize, number: null, salt: null })),
};

test('verifies revealed prizes before and after the seed is revealed', () => {
  expect(verifyInstantPrizes(selling)).toEqual({ ok: true, opened: 1, replayed: false });
  expect(verifyInstantPrizes(over)).toEqual({ ok: true, opened: 3, replayed: true });
});

const other = new Uint8Array(32).fill(8);
const free = placed[1]!.number === 1 ? 2 : 1;

test.each<[string, PublishedInstantPrizes]>([
  [
    'a number moved to another buyer during sales',
    {
      ...selling,
      prizes: selling.prizes.map((prize) => (prize.number ? { ...prize, number: free } : prize)),
    },
  ],
  [
    'a forged salt',
    {
      ...selling,
      prizes: selling.prizes.map((prize) => (prize.salt ? { ...prize, salt: '0'.repeat(64) } : prize)),
    },
  ],
  ['a seed that does not match its commitment', { ...over, seed: toHex(other) }],
  [
    'another seed with a matching commitment but the original numbers',
    { ...over, seed: toHex(other), seedCommitment: seedCommitment(other) },
  ],
  ['reordered prizes', { ...over, prizes: placed.toReversed() }],
  [
    'a revealed seed with a prize still hidden',
    { ...over, prizes: placed.map((prize, index) => (index === 0 ? { ...prize, number: null } : prize)) },
  ],
])('rejects %s', (_, published) => {
  expect(verifyInstantPrizes(published).ok).toBe(false);
});
