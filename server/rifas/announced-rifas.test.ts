/** Announced rifas open by the clock: page, list, numbers and orders agree to the second, with or without a job run. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PREPARED_BEFORE_MS } from '@mare/domain/rifas/lifecycle/sales-start.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { changeRifaState } from './management/change-rifa-state.ts';
import { openScheduledRifas } from './publishing/open-scheduled-rifas.job.ts';
import { findShownRifa } from './rifas.queries.ts';
import { ALL_OPEN, allClosed, apiOf, tryWaysToBuy } from './ways-to-buy.testing.ts';

const HOUR_MS = 3_600_000;

let bed: PaymentsTestbed;
let buyer: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  buyer = await bed.buyer();
});
afterAll(() => bed.close());

async function addAnnouncedRifa({ vipHours = 0, opensInHours = 2 } = {}): Promise<{
  id: string;
  opensAt: Date;
}> {
  const id = await bed.rifa(100);
  const opensAt = new Date(bed.clock.now().getTime() + opensInHours * HOUR_MS);
  await bed.db
    .updateTable('rifas')
    .set({
      status: 'scheduled',
      image: '/rifas/moto.svg',
      vipHours,
      chooseNumbers: true,
      salesStart: new Date(opensAt.getTime() + vipHours * HOUR_MS),
      drawDate: new Date(opensAt.getTime() + 30 * 24 * HOUR_MS),
    })
    .where('id', '=', id)
    .execute();
  await bed.db
    .insertInto('rifaPrizes')
    .values({ rifaId: id, position: 1, name: 'Moto', value: '1000.00' })
    .execute();
  return { id, opensAt };
}

const advanceTo = (at: Date) => bed.clock.advance((at.getTime() - bed.clock.now().getTime()) / 1000);
const waysToBuy = (id: string) => tryWaysToBuy(bed, buyer, id);

const CLOSED = allClosed('scheduled');

test('sells nothing before the opening and everything afterwards, without another job run', async () => {
  const { id, opensAt } = await addAnnouncedRifa();
  expect(await waysToBuy(id)).toEqual(CLOSED);
  expect(await openScheduledRifas(bed.platform)).toEqual([]);

  advanceTo(new Date(opensAt.getTime() - PREPARED_BEFORE_MS + 1000));
  expect(await openScheduledRifas(bed.platform)).toEqual([id]);
  // Published with its numbers, and still not on sale.
  expect(await waysToBuy(id)).toEqual(CLOSED);
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({ opensAt: opensAt.toISOString() });

  advanceTo(opensAt);
  expect(await waysToBuy(id)).toEqual(ALL_OPEN);
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({ opensAt: null });
});

test('stays announced when the job is late, and opens when it runs', async () => {
  const { id, opensAt } = await addAnnouncedRifa();
  advanceTo(new Date(opensAt.getTime() + 1000));
  expect(await waysToBuy(id)).toEqual(CLOSED);
  expect(await openScheduledRifas(bed.platform)).toContain(id);
  expect(await waysToBuy(id)).toEqual(ALL_OPEN);
});

test('opens to VIPs first, and shows them both times before', async () => {
  const { id, opensAt } = await addAnnouncedRifa({ vipHours: 24 });
  const publicFrom = new Date(opensAt.getTime() + 24 * HOUR_MS);
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({
    status: 'scheduled',
    access: 'vips_first',
    opensAt: opensAt.toISOString(),
    publicFrom: publicFrom.toISOString(),
  });
  advanceTo(opensAt);
  await openScheduledRifas(bed.platform);
  const { rifas } = apiOf(bed, buyer);
  expect((await rifas.participation({ id })).reason).toBe('vip_first');
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', buyer).execute();
  expect((await rifas.participation({ id })).reason).toBeNull();
  await bed.db.updateTable('profiles').set({ segment: 'new' }).where('id', '=', buyer).execute();
});

test('opens an announced rifa at once when an admin publishes it', async () => {
  const { id } = await addAnnouncedRifa({ opensInHours: 48 });
  const { version } = await bed.db
    .selectFrom('rifas')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const by = { userId: buyer, ipAddress: null };
  expect(await changeRifaState(bed.platform, by, { id, version, to: 'active' })).toMatchObject({ ok: true });
  expect(await findShownRifa(bed.db, id, bed.clock.now())).toMatchObject({ status: 'active' });
});

test('keeps the opening of a published rifa fixed', async () => {
  const { id, opensAt } = await addAnnouncedRifa();
  advanceTo(opensAt);
  await openScheduledRifas(bed.platform);
  await expect(
    bed.db.updateTable('rifas').set({ opensAt: null }).where('id', '=', id).execute(),
  ).rejects.toThrow('is published');
});
