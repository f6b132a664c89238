/** Sales of a stand that arrive at or after the end of its allotment or of the sales. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freezeList } from '../../draws/list/freeze-list.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { endAllotmentsOfRifa, endDueAllotments } from '../../orders/stand/end-allotments.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { pauseSales, resumeSales } from '../../rifas/pausing/pause-sales.ts';
import { createStandTestbed, type StandTestbed } from './stand.testing.ts';

const HOUR_SECONDS = 3_600;

let bed: StandTestbed;
beforeAll(async () => {
  bed = await createStandTestbed();
  await bed.platform.jobs.prepare([sealDrawJob]);
});
afterAll(() => bed.close());

test('a sale concurrent with the end keeps its numbers, and the rest becomes free', async () => {
  const rifaId = await bed.published();
  for (let run = 0; run < 5; run++) {
    const stand = await bed.openStand(rifaId, 4);
    const sold = await checkNumberCounts(bed.db, rifaId);
    bed.clock.advance(6 * HOUR_SECONDS);
    const [sent] = await Promise.all([
      stand.send(bed.newSale(stand.numbers.slice(0, 2))),
      endDueAllotments(bed.platform),
      endAllotmentsOfRifa(bed.platform, rifaId, 'over'),
    ]);
    expect(sent.results).toMatchObject([{ outcome: 'sold' }]);
    await endDueAllotments(bed.platform);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: sold.sold + 2, reserved: 0 });
  }
});

test('a sale that arrives after the end is rejected once another buyer has its number', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 4);
  bed.clock.advance(6 * HOUR_SECONDS);
  expect(await endDueAllotments(bed.platform)).toBe(1);
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', rifaId).execute();
  const [taken, free] = stand.numbers as [number, number];
  expect(await bed.sell(rifaId, 1, undefined, undefined, { numbers: [taken] })).toMatchObject({ ok: true });
  const late = await stand.send(bed.newSale([taken, free]), bed.newSale([free]), bed.newSale([free]));
  expect(late).toMatchObject({
    end: 'over',
    results: [
      { code: 'ALLOTMENT_ENDED', numbers: [taken] },
      { outcome: 'sold' },
      { code: 'ALLOTMENT_ENDED', numbers: [free] },
    ],
  });
  // A number that was never set aside.
  const otherNumber = Array.from({ length: 100 }, (_, at) => at + 1).find(
    (each) => !stand.numbers.includes(each),
  )!;
  expect((await stand.send(bed.newSale([otherNumber]))).results).toMatchObject([
    { code: 'ALLOTMENT_ENDED', numbers: [] },
  ]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 0 });
});

test('the frozen list equals the sold numbers when closing races with a sale', async () => {
  for (let run = 0; run < 4; run++) {
    const rifaId = await bed.published();
    const stand = await bed.openStand(rifaId, 6);
    const [sent] = await Promise.all([
      stand.send(bed.newSale(stand.numbers.slice(0, 3)), bed.newSale(stand.numbers.slice(3, 5))),
      closeRifa(bed.platform, rifaId, 'due'),
      freezeListJob.handle(bed.platform, { rifaId }),
    ]);
    await freezeListJob.handle(bed.platform, { rifaId });
    const counts = await checkNumberCounts(bed.db, rifaId);
    const sold = sent.results.filter(({ outcome }) => outcome === 'sold');
    expect(sent.results.every(({ outcome }) => outcome !== 'later')).toBe(true);
    const orders = await bed.ordersOf(rifaId);
    expect(orders.map(({ externalReference }) => externalReference).toSorted()).toEqual(
      sold.flatMap((answer) => ('externalReference' in answer ? [answer.externalReference] : [])).toSorted(),
    );
    expect(counts).toMatchObject({
      reserved: 0,
      sold: orders.reduce((sum, { quantity }) => sum + quantity, 0),
    });
    expect((await stand.send(bed.newSale([stand.numbers[5]!]))).results).toMatchObject([
      { code: 'RIFA_CLOSED' },
    ]);
  }
});

test('does not freeze the list while a stand holds numbers', async () => {
  const rifaId = await bed.published();
  await bed.openStand(rifaId, 6);
  await closeRifa(bed.platform, rifaId, 'due');
  expect(await freezeList(bed.platform, rifaId)).toMatchObject({ code: 'PENDING_ORDERS' });
  expect(await endDueAllotments(bed.platform)).toBe(1);
  expect(await freezeList(bed.platform, rifaId)).toMatchObject({ ok: true, soldNumbers: 0 });
});

test('a paused rifa keeps the sale waiting, a cancelled one rejects it and frees the numbers', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  const sale = bed.newSale([stand.numbers[0]!]);
  await pauseSales(bed.platform, bed.by, { id: rifaId, reason: 'Um momento.' });
  expect((await stand.send(sale)).results).toEqual([{ id: sale.id, outcome: 'later', code: 'PAUSED' }]);
  await resumeSales(bed.platform, bed.by, rifaId);
  expect((await stand.send(sale)).results).toMatchObject([{ outcome: 'sold' }]);
  const { version } = await bed.db
    .selectFrom('rifas')
    .select('version')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  await changeRifaState(bed.platform, bed.by, { id: rifaId, version, to: 'cancelled', note: 'Sem prêmio' });
  await refundRifaJob.handle(bed.context, { rifaId });
  expect((await stand.send(bed.newSale([stand.numbers[1]!]))).results).toMatchObject([
    { code: 'RIFA_CLOSED' },
  ]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0 });
});

test('checks the buyer of a sale during which sales resume', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 6);
  const known = bed.newSale([stand.numbers[0]!]);
  await stand.send(known);
  const { userId } = (await bed.ordersOf(rifaId))[0]!;
  await bed.db
    .updateTable('profiles')
    .set({ city: 'Recife', state: 'PE' })
    .where('id', '=', userId)
    .execute();
  const sale = bed.newSale([stand.numbers[1]!], { phone: known.phone });
  await pauseSales(bed.platform, bed.by, { id: rifaId, reason: 'Um momento.' });
  const { sending } = await bed.db.transaction().execute(async (trx) => {
    await trx.selectFrom('standAllotments').select('id').where('id', '=', stand.id).forUpdate().execute();
    const sent = stand.send(sale);
    await untilBlocked(bed.pool);
    await resumeSales(bed.platform, bed.by, rifaId);
    return { sending: sent };
  });
  expect((await sending).results).toEqual([{ id: sale.id, outcome: 'later', code: 'BUSY' }]);
  expect((await stand.send(sale)).results).toMatchObject([
    { outcome: 'rejected', code: 'NOT_ELIGIBLE', reason: 'other_city' },
  ]);
});
