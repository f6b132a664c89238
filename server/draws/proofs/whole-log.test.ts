/**
 * A shop that logs several versions of what it may log once, and shows the one that suits: the proof alone is honest,
 * and the copy of a mirror names both.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LogEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { stampCheckpoint } from '../../transparency/timestamps/stamp-checkpoint.job.ts';
import { readTrustPolicy } from '../../transparency/witnesses/trust-policy.ts';
import { createWitnessedShop, type WitnessedShop } from './witnessed-shop.testing.ts';

let shop: WitnessedShop;
// A fresh shop for each test: a draw moves the clock past every sale.
beforeEach(async () => {
  shop = await createWitnessedShop();
});
afterEach(() => shop.close());

/** Another publication, list or seed, which the files of the draw do not show. */
const hideEntry = (entry: LogEntry) =>
  recordEntry(shop.bed.db, entry, '5e000000-0000-4000-8000-00000000dead');

async function verify(
  { rifaId, receipt }: Pick<Awaited<ReturnType<WitnessedShop['makeSealedRifa']>>, 'rifaId' | 'receipt'>,
  withMirror: boolean,
) {
  const policy = await readTrustPolicy(shop.platform, null);
  const mirror = withMirror ? await shop.mirror() : null;
  return shop.verify(rifaId, receipt, policy, shop.authority.root, new Date(), mirror);
}

const frozen = (rifaId: string): LogEntry => ({
  kind: 'frozen',
  at: shop.bed.clock.now().toISOString(),
  rifaId,
  totalNumbers: 100,
  soldNumbers: 13,
  excludedNumbers: 0,
  listHash: 'a'.repeat(64),
  merkleRoot: 'b'.repeat(64),
});

const published = (rifaId: string): LogEntry => ({
  kind: 'published',
  at: shop.bed.clock.now().toISOString(),
  rifaId,
  title: 'Rifa',
  totalNumbers: 100,
  priceCentavos: 100,
  rule: 'federal-1',
  fallback: 'lot',
  cotaWinsOnce: false,
  extraction: null,
  regulationHash: null,
  contentHash: null,
  permutation: 'c'.repeat(64),
  instantSeed: null,
  prizes: ['1 Outro'],
  drawDate: null,
  declared: [],
});

const sealed = (rifaId: string): LogEntry => ({
  kind: 'sealed',
  at: shop.bed.clock.now().toISOString(),
  rifaId,
  version: 1,
  sealHash: 'd'.repeat(64),
  extraction: 1,
  extractionDate: shop.bed.day,
});

const hidden = (rifaId: string): LogEntry => ({
  kind: 'hidden',
  at: shop.bed.clock.now().toISOString(),
  rifaId,
  seed: 'e'.repeat(64),
  chain: 'f'.repeat(64),
  round: 1,
  prizes: ['1-1 Moto'],
  values: null,
});

test.each<[string, (rifaId: string) => LogEntry, string]>([
  ['two publications', published, 'LOGGED_TWICE'],
  ['two lists', frozen, 'LOGGED_TWICE'],
  ['two first seals', sealed, 'LOGGED_TWICE'],
  // Without a second one, the seed is only left out.
  ['a seed of cotas premiadas', hidden, 'ENTRIES_LEFT_OUT'],
])('%s, of which the proof hides one', async (_, another, reason) => {
  const rifa = await shop.makeSealedRifa((rifaId) => hideEntry(another(rifaId)));
  expect(await stampCheckpoint(shop.platform)).toBe(true);
  await shop.finishDraw(rifa.rifaId, rifa.extraction);
  expect(await verify(rifa, false)).toEqual({ verdict: 'honest', faults: [] });
  expect(await verify(rifa, true)).toEqual({ verdict: 'failed', faults: [`entries fails: ${reason}`] });
});

test('an honest draw holds with the whole log', async () => {
  const rifa = await shop.makeSealedRifa();
  expect(await stampCheckpoint(shop.platform)).toBe(true);
  await shop.finishDraw(rifa.rifaId, rifa.extraction);
  expect(await verify(rifa, true)).toEqual({ verdict: 'honest', faults: [] });
});
