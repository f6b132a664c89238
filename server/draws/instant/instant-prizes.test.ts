/** Cotas premiadas from setup to delivery. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChain, timeOfRound } from '@mare/domain/draws/beacon/beacon-chain.ts';
import { isRound } from '@mare/domain/draws/beacon/verify-round.ts';
import { parseEntry } from '@mare/domain/transparency/log/log-entry.ts';
import {
  commitmentOf,
  mixSeed,
  placeInstantPrizes,
  seedCommitment,
} from '@mare/domain/draws/instant-prizes.ts';
import { addAdmin } from '../../affiliates/affiliates.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed, until } from '../../payments/payments.testing.ts';
import { EMPTY_LEGAL_PACK } from '../../rifas/legal/empty-legal-pack.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { readRifaOptions, saveRifaOptions } from '../../rifas/management/rifa-options.ts';
import { saveRifa } from '../../rifas/management/save-rifa.ts';
import { applyBeaconRounds, findEarlyInstantPrizesJob } from './apply-beacon-rounds.job.ts';
import { deliverInstantPrize } from './deliver-instant-prize.ts';
import { findInstantPrizes, findInstantPrizesJob, voidInstantPrizes } from './find-instant-prizes.job.ts';
import { listInstantPrizeRifas } from './list-instant-prize-rifas.ts';
import { findSeed, placementSeed } from './placement-seed.ts';
import { readFoundPrizes, readInstantPrizes } from './read-instant-prizes.ts';

let bed: PaymentsTestbed;
let by: { userId: string; ipAddress: null };
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([findEarlyInstantPrizesJob, findInstantPrizesJob]);
  by = { userId: await addAdmin(bed.platform), ipAddress: null };
});
afterAll(() => bed.close());

const RIFA = {
  title: 'Moto',
  description: '',
  image: '/x.png',
  gallery: [],
  video: '',
  priceCentavos: 200,
  totalNumbers: 100,
  minPerOrder: 1,
  maxPerOrder: 100,
  drawDate: '2031-01-01T00:00:00.000Z',
  salesStart: null,
  eligibleCities: ['Maceió'],
  eligibleState: 'AL' as const,
  prizes: [
    {
      name: 'Moto',
      description: null,
      valueCentavos: null,
      prizeType: 'product' as const,
      image: null,
      serviceType: null,
      serviceCity: null,
    },
  ],
  legal: EMPTY_LEGAL_PACK,
};
const THREE = [
  { name: 'Pix de R$ 100', valueCentavos: 10_000, count: 2 },
  { name: 'Fone', valueCentavos: null, count: 1 },
];

/** A rifa of a hundred numbers with three cotas premiadas, on sale; the round of the beacon is known. */
async function published() {
  const rifa = await publishedEarly();
  bed.clock.advance(120_000);
  await applyBeaconRounds(bed.platform);
  return rifa;
}

/** Before the round. */
async function publishedEarly(totalNumbers = 100) {
  const saved = await saveRifa(bed.platform, by, { id: null, version: 0, rifa: { ...RIFA, totalNumbers } });
  if (!saved.ok) throw new Error(saved.code);
  const options = { ...(await readRifaOptions(bed.db, saved.id))!.options, instantPrizes: THREE };
  const kept = await saveRifaOptions(bed.platform, by, { id: saved.id, version: 1, options });
  if (!kept.ok) throw new Error(kept.code);
  const opened = await changeRifaState(bed.platform, by, {
    id: saved.id,
    version: kept.version,
    to: 'active',
  });
  if (!opened.ok) throw new Error(opened.code);
  return { id: saved.id, version: opened.version, options };
}

async function paid(rifaId: string, quantity: number) {
  const order = await bed.order('pix', { rifaId, quantity });
  await bed.transition(await bed.paymentId(order.externalReference), 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  return order;
}

async function placementOf(rifaId: string) {
  const seed = placementSeed(rifaId, (await findSeed(bed.db, rifaId))!)!;
  return placeInstantPrizes(rifaId, seed, { totalNumbers: 100, count: 3 });
}

test('publishing commits to hidden numbers and makes the prizes immutable', async () => {
  const rifa = await published();
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(shown.prizes.map(({ name, state, number, salt }) => [name, state, number, salt])).toEqual([
    ['Pix de R$ 100', 'available', null, null],
    ['Pix de R$ 100', 'available', null, null],
    ['Fone', 'available', null, null],
  ]);
  const placed = await placementOf(rifa.id);
  expect(shown.prizes.map(({ commitment }) => commitment)).toEqual(placed.map((prize) => prize.commitment));
  expect(shown.seed).toBeNull();
  // The table does not reveal their numbers.
  const { rows } = await bed.pool.query('select number, salt from instant_prizes where rifa_id = $1', [
    rifa.id,
  ]);
  expect(rows.every(({ number, salt }) => number === null && salt === null)).toBe(true);

  const changed = { ...rifa.options, instantPrizes: [THREE[0]!] };
  expect(
    await saveRifaOptions(bed.platform, by, { id: rifa.id, version: rifa.version, options: changed }),
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

/** Entries about a rifa, oldest first. */
async function loggedOf(rifaId: string) {
  const { rows } = await bed.pool.query<{ body: Buffer }>(
    'select body from log_queue where subject_id = $1 order by id',
    [rifaId],
  );
  return rows.map(({ body }) => parseEntry(body.toString())!);
}

test('the numbers come from a round that nobody knows at publishing', async () => {
  const rifa = await publishedEarly();
  const before = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(before.beacon).toMatchObject({ signature: null });
  expect(before.prizes.every(({ commitment, state }) => commitment === null && state === 'available')).toBe(
    true,
  );
  const chain = findChain(before.beacon!.chain)!;
  expect(timeOfRound(chain, before.beacon!.round).toISOString()).toBe(before.beacon!.at);
  expect(Date.parse(before.beacon!.at)).toBeGreaterThan(bed.clock.now().getTime());
  // Paid before the round: found once it is known.
  const order = await paid(rifa.id, 100);
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

  const logged = await loggedOf(rifa.id);
  expect(logged.map(({ kind }) => kind)).toEqual(['published', 'hidden', 'placed']);
  expect(logged[1]).toMatchObject({
    round: before.beacon!.round,
    seed: before.seedCommitment,
    prizes: ['1-2 Pix de R$ 100', '3-3 Fone'],
  });
  expect(logged[2]).toMatchObject({ round: before.beacon!.round, signature });
});

test('a rifa with cotas premiadas lets nobody choose numbers', async () => {
  const rifa = await published();
  expect(
    await saveRifaOptions(bed.platform, by, {
      id: rifa.id,
      version: rifa.version,
      options: { ...rifa.options, choosesNumbers: true },
    }),
  ).toEqual({ ok: false, code: 'INSTANT_PRIZES_AT_RANDOM' });
  await expect(
    bed.pool.query('update rifas set choose_numbers = true where id = $1', [rifa.id]),
  ).rejects.toThrow(/choose no numbers/);
});

// @covers panel: gamification: rifas that hide cotas premiadas, how many were found and wait; 'Rifas com cotas
//   premiadas' [server/draws/instant/list-instant-prize-rifas.ts, web/app/draws/admin/instant-prize-rifas.tsx]
test('a paid order reveals its prizes once and notifies the buyer', async () => {
  const rifa = await published();
  const order = await paid(rifa.id, 100);
  await Promise.all([1, 2, 3].map(() => findInstantPrizes(bed.platform, order.id)));
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  const placed = await placementOf(rifa.id);
  expect(shown.prizes.map(({ state, number, salt }) => ({ state, number, salt }))).toEqual(
    placed.map(({ number, salt }) => ({ state: 'found', number, salt })),
  );
  for (const { position, number, salt, commitment } of shown.prizes)
    expect(commitmentOf(rifa.id, { position, number: number!, salt: salt! })).toBe(commitment);
  expect(await readFoundPrizes(bed.db, order.externalReference)).toHaveLength(3);
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('occasion', 'like', `instant-prize:${rifa.id}:_`)
    .execute();
  expect(notifications.map(({ title }) => title)).toEqual(
    Array.from({ length: 3 }, () => 'Você achou uma cota premiada!'),
  );
});

test('an unpaid order reveals nothing', async () => {
  const rifa = await published();
  const pending = await bed.order('pix', { rifaId: rifa.id, quantity: 50 });
  await findInstantPrizes(bed.platform, pending.id);
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  expect(shown.prizes.every(({ state }) => state === 'available')).toBe(true);
});

test('a refund voids a prize unless it is delivered', async () => {
  const rifa = await published();
  const order = await paid(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const deliver = (position: number) =>
    deliverInstantPrize(bed.platform, by, { rifaId: rifa.id, position, note: 'Em mãos' });
  expect(await Promise.all([deliver(1), deliver(1)])).toEqual(
    expect.arrayContaining([{ ok: true }, { ok: false, code: 'ALREADY_DELIVERED' }]),
  );
  const [{ value }, booked] = await Promise.all([
    bed.db
      .selectFrom('instantPrizes')
      .select('value')
      .where('rifaId', '=', rifa.id)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow(),
    bed.db
      .selectFrom('ledgerEntries')
      .select(['txnKey', 'amount'])
      .where('account', '=', `prizes:${rifa.id}`)
      .execute(),
  ]);
  expect(booked).toEqual([{ txnKey: `prize:${rifa.id}:1`, amount: value }]);
  const listed = async () =>
    (await listInstantPrizeRifas(bed.db, { search: '', page: 1 })).rows.find(
      ({ rifaId }) => rifaId === rifa.id,
    );
  expect(await listed()).toMatchObject({ status: 'active', prizes: 3, found: 3, delivered: 1 });
  const delivered = (await loggedOf(rifa.id)).filter(({ kind }) => kind === 'instantDelivered');
  expect(delivered).toMatchObject([{ position: 1, number: (await placementOf(rifa.id))[0]!.number }]);
  await voidInstantPrizes(bed.platform, order.id);
  await voidInstantPrizes(bed.platform, order.id);
  const states = (await readInstantPrizes(bed.db, rifa.id))!.prizes.map(({ state }) => state);
  expect(states).toEqual(['delivered', 'void', 'void']);
  expect(await listed()).toMatchObject({ prizes: 3, found: 1, delivered: 1 });
  expect(await deliver(2)).toEqual({ ok: false, code: 'NOT_FOUND' });
  // The number is for sale again, without its prize.
  await findInstantPrizes(bed.platform, order.id);
  expect((await readInstantPrizes(bed.db, rifa.id))!.prizes[1]!.state).toBe('void');
});

test('a prize waits while the payment of its order is disputed', async () => {
  const rifa = await published();
  const order = await paid(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const dispute = (disputedAt: Date | null) =>
    bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', order.id).execute();
  const deliver = () =>
    deliverInstantPrize(bed.platform, by, { rifaId: rifa.id, position: 1, note: 'Em mãos' });
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const isOnHold = async () =>
    (await readFoundPrizes(bed.db, externalReference)).map((prize) => prize.isOnHold);
  await dispute(bed.clock.now());
  expect(await deliver()).toEqual({ ok: false, code: 'ORDER_NOT_PAID' });
  expect(await isOnHold()).toEqual([true, true, true]);
  await dispute(null);
  expect(await isOnHold()).toEqual([false, false, false]);
  expect(await deliver()).toEqual({ ok: true });
});

test('cotas that go back alone take their prizes with them, and the finder hears it', async () => {
  const rifa = await published();
  const order = await paid(rifa.id, 100);
  await findInstantPrizes(bed.platform, order.id);
  const part = { orderId: order.id, kind: 'partlyRefunded' } as const;
  const states = async () => (await readInstantPrizes(bed.db, rifa.id))!.prizes.map(({ state }) => state);
  await findInstantPrizesJob.handle(bed.platform, part);
  expect(await states()).toEqual(['found', 'found', 'found']);
  const refundId = bed.platform.random.uuid();
  const { number } = (await placementOf(rifa.id))[1]!;
  const payment = await bed.db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId'])
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  await bed.db
    .insertInto('refunds')
    .values({ id: refundId, ...payment, amount: '2.00', reason: 'withdrawal', idempotencyKey: refundId })
    .execute();
  await bed.db
    .insertInto('returnedCotas')
    .values({
      refundId,
      orderId: order.id,
      lineNo: 1,
      rifaId: rifa.id,
      numbers: [number],
      amount: '2.00',
      value: '2.00',
      releasedAt: bed.clock.now(),
    })
    .execute();
  await findInstantPrizesJob.handle(bed.platform, part);
  await findInstantPrizesJob.handle(bed.platform, part);
  expect(await states()).toEqual(['found', 'void', 'found']);
  const { userId } = await bed.db
    .selectFrom('orders')
    .select('userId')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const told = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .execute();
  expect(told.filter(({ title }) => title === 'A sua cota premiada foi anulada')).toHaveLength(1);
});

test('reveals everything once the rifa is over, so the placement can be recomputed', async () => {
  const rifa = await published();
  await bed.db.updateTable('rifas').set({ status: 'completed' }).where('id', '=', rifa.id).execute();
  const shown = (await readInstantPrizes(bed.db, rifa.id))!;
  const seed = Buffer.from(shown.seed!, 'hex');
  expect(seedCommitment(seed)).toBe(shown.seedCommitment);
  const mixed = mixSeed(rifa.id, seed, { ...shown.beacon!, signature: shown.beacon!.signature! });
  const replayed = placeInstantPrizes(rifa.id, mixed, { totalNumbers: 100, count: 3 });
  expect(shown.prizes).toMatchObject(replayed.map((prize) => ({ ...prize, state: 'not_found' })));
});

test('rejects publishing a rifa with more cotas premiadas than numbers', async () => {
  const saved = await saveRifa(bed.platform, by, {
    id: null,
    version: 0,
    rifa: { ...RIFA, totalNumbers: 10 },
  });
  if (!saved.ok) throw new Error(saved.code);
  const options = {
    ...(await readRifaOptions(bed.db, saved.id))!.options,
    instantPrizes: [{ name: 'Fone', valueCentavos: null, count: 11 }],
  };
  await saveRifaOptions(bed.platform, by, { id: saved.id, version: 1, options });
  const opened = await changeRifaState(bed.platform, by, { id: saved.id, version: 2, to: 'active' });
  expect(opened).toMatchObject({ ok: false, code: 'RIFA_INCOMPLETE', missing: ['total'] });
});
