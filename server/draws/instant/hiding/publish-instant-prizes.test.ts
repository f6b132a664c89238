/** Cotas premiadas that are hidden, drawn by the beacon, and revealed at the end. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChain, timeOfRound } from '@mare/domain/draws/beacon/beacon-chain.ts';
import { isRound } from '@mare/domain/draws/beacon/verify-round.ts';
import { mixSeed, placeInstantPrizes, seedCommitment } from '@mare/domain/draws/instant-prizes.ts';
import { saveRifaOptions } from '../../../rifas/management/rifa-options.ts';
import { applyBeaconRounds, findEarlyInstantPrizesJob } from './apply-beacon-rounds.job.ts';
import { findInstantPrizes } from '../finding/find-instant-prizes.job.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from '../instant-prizes.testing.ts';
import { readFoundPrizes, readInstantPrizes } from '../read-instant-prizes.ts';

let bed: InstantPrizesTestbed;
beforeAll(async () => {
  bed = await createInstantPrizesTestbed();
});
afterAll(() => bed.close());

test('publishing commits to hidden numbers and makes the prizes immutable', async () => {
  const rifa = await bed.publish();
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(shown.prizes.map(({ name, state, number, salt }) => [name, state, number, salt])).toEqual([
    ['Pix de R$ 100', 'available', null, null],
    ['Pix de R$ 100', 'available', null, null],
    ['Fone', 'available', null, null],
  ]);
  const placed = await bed.computePlacement(rifa.id);
  expect(shown.prizes.map(({ commitment }) => commitment)).toEqual(placed.map((prize) => prize.commitment));
  expect(shown.seed).toBeNull();
  // The table does not contain their numbers.
  const { rows } = await bed.pool.query('select number, salt from instant_prizes where rifa_id = $1', [
    rifa.id,
  ]);
  expect(rows.every(({ number, salt }) => number === null && salt === null)).toBe(true);

  const changed = { ...rifa.options, instantPrizes: rifa.options.instantPrizes.slice(0, 1) };
  expect(
    await saveRifaOptions(bed.platform, bed.by, { id: rifa.id, version: rifa.version, options: changed }),
  ).toEqual({ ok: false, code: 'RIFA_PUBLISHED' });
  for (const statement of [
    'delete from instant_prizes where rifa_id = $1',
    `update instant_prizes set commitment = repeat('0', 64) where rifa_id = $1`,
    `update instant_prizes set name = 'Outro' where rifa_id = $1`,
    `insert into instant_prizes (rifa_id, position, name) values ($1, 9, 'Mais um')`,
    `update instant_prize_seeds set seed = sha256('x') where rifa_id = $1`,
  ])
    await expect(bed.pool.query(statement, [rifa.id])).rejects.toThrow(/stay|publish|never changes/);
});

test('derives the numbers from a round that is unknown at publishing', async () => {
  const rifa = await bed.publishEarly();
  const before = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(before.beacon).toMatchObject({ signature: null });
  expect(before.prizes.every(({ commitment, state }) => commitment === null && state === 'available')).toBe(
    true,
  );
  const chain = findChain(before.beacon!.chain)!;
  expect(timeOfRound(chain, before.beacon!.round).toISOString()).toBe(before.beacon!.at);
  expect(Date.parse(before.beacon!.at)).toBeGreaterThan(bed.clock.now().getTime());
  // Paid before the round: found once it is known.
  const order = await bed.buy(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  await applyBeaconRounds(bed.platform);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toEqual([]);

  bed.clock.advance(120_000);
  await Promise.all([1, 2].map(() => applyBeaconRounds(bed.platform)));
  const { signature } = (await readInstantPrizes(bed.db, rifa.id))!.beacon!;
  expect(isRound(chain, before.beacon!.round, signature!)).toBe(true);
  await findEarlyInstantPrizesJob.handle(bed.platform, { rifaId: rifa.id });
  const { rows } = await bed.pool.query<{ data: { orderId: string } }>(
    `select data from pgboss.job where name = 'find-instant-prizes'`,
  );
  expect(rows.map(({ data }) => data.orderId)).toContain(order.id);
  await findInstantPrizes(bed.platform, order.id);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toHaveLength(3);

  const logged = await bed.readLogEntries(rifa.id);
  expect(logged.map(({ kind }) => kind)).toEqual(['published', 'hidden', 'placed']);
  expect(logged[1]).toMatchObject({
    round: before.beacon!.round,
    seed: before.seedCommitment,
    prizes: ['1-2 Pix de R$ 100', '3-3 Fone'],
  });
  expect(logged[2]).toMatchObject({ round: before.beacon!.round, signature });
});

test('a rifa with cotas premiadas sells no chosen numbers', async () => {
  const rifa = await bed.publish();
  expect(
    await saveRifaOptions(bed.platform, bed.by, {
      id: rifa.id,
      version: rifa.version,
      options: { ...rifa.options, choosesNumbers: true },
    }),
  ).toEqual({ ok: false, code: 'INSTANT_PRIZES_AT_RANDOM' });
  await expect(
    bed.pool.query('update rifas set choose_numbers = true where id = $1', [rifa.id]),
  ).rejects.toThrow(/choose no numbers/);
});

test('reveals everything once the rifa is over, so the placement can be recomputed', async () => {
  const rifa = await bed.publish();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', rifa.id).execute();
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  const seed = Buffer.from(shown.seed!, 'hex');
  expect(seedCommitment(seed)).toBe(shown.seedCommitment);
  const mixed = mixSeed(rifa.id, seed, { ...shown.beacon!, signature: shown.beacon!.signature! });
  const replayed = placeInstantPrizes(rifa.id, mixed, { totalNumbers: 100, count: 3 });
  expect(shown.prizes).toMatchObject(replayed.map((prize) => ({ ...prize, state: 'not_found' })));
});

test('rejects publishing a rifa with more cotas premiadas than numbers', async () => {
  const draft = await bed.saveDraft(10, [{ name: 'Fone', valueCentavos: null, count: 11 }]);
  expect(await bed.openSales(draft)).toMatchObject({
    ok: false,
    code: 'RIFA_INCOMPLETE',
    missing: ['total'],
  });
});
