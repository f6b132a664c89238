/** Cotas sold for cash, and their refunds. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readContact } from '@mare/domain/accounts/contact.ts';
import { findPeopleByContact, isVerifiedPhone } from '../../accounts/find-people-by-contact.ts';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { refundRifaJob } from '../../payments/refunds/cancelled/refund-rifa.job.ts';
import { listPaymentsToReview } from '../../payments/review/list-payments-to-review.ts';
import { resolveReview } from '../../payments/review/resolve-review.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { pauseSales } from '../../rifas/pausing/pause-sales.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { findBuyers } from '../../rifas/management/find-buyers.ts';
import { readRifaStats } from '../../rifas/management/managed-rifas.queries.ts';
import {
  createManagedRifasTestbed,
  type ManagedRifasTestbed,
} from '../../rifas/management/managed-rifas.testing.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

// @covers panel: rifas: made with a picture and prizes, published, sold by hand, cancelled and refunded; 'Nova
//   Rifa'
test('reserves, pays and books once, also for repeated requests', async () => {
  const id = await bed.published();
  const requestId = randomUUID();
  const sales = await Promise.all([bed.sell(id, 5, requestId), bed.sell(id, 5, requestId)]);
  const again = await bed.sell(id, 5, requestId);
  const first = sales.find((sale) => sale.ok)!;
  expect(again).toMatchObject({ ok: true, totalCentavos: 1000 });
  expect(again.ok && first.ok && again.externalReference === first.externalReference).toBe(true);
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ sold: 5, reserved: 0 });
  expect(await readRifaStats(bed.db, id)).toMatchObject({
    soldNumbers: 5,
    reservedNumbers: 0,
    revenueCentavos: 1000,
  });
  expect(await bed.sell(id, 51)).toMatchObject({ ok: false, code: 'QUANTITY_OUT_OF_RANGE' });

  const number = again.ok ? again.numbers[2]! : 0;
  for (const search of [String(number), 'ana l', 'ANA@'])
    expect((await findBuyers(bed.db, { id, search, page: 1 })).rows).toMatchObject([
      { name: 'Ana Lima', cotas: 5 },
    ]);
  expect((await findBuyers(bed.db, { id, search: 'Bruna', page: 1 })).rows).toEqual([]);
});

test('repeats the stored sale although prices, limits or sales have changed since', async () => {
  const id = await bed.published({ maxPerOrder: 100 });
  await bed.pool.query(
    `alter table rifas disable trigger rifa_share_stays;
     update rifas set max_per_person = 40 where id = '${id}';
     alter table rifas enable trigger rifa_share_stays`,
  );
  const sale = [id, 40, randomUUID(), undefined, { expectedCentavos: 8000 }] as const;
  const sold = await bed.sell(...sale);
  expect(sold).toMatchObject({ ok: true, totalCentavos: 8000 });
  const again = async () => expect(await bed.sell(...sale)).toEqual(sold);
  await again();
  await bed.sell(id, 40, undefined, 'bia@exemplo.com.br');
  await again();
  await pauseSales(bed.platform, bed.by, { id, reason: 'Conferência' });
  await again();
  await changeRifaState(bed.platform, bed.by, { id, version: 2, to: 'closed', note: 'Todas vendidas' });
  await again();
  expect(await bed.sell(id, 3, sale[2])).toMatchObject({ ok: false, code: 'KEY_REUSED' });
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ sold: 80 });
});

test('sells without an e-mail address, to one account per phone in any notation', async () => {
  const id = await bed.published();
  const requestId = randomUUID();
  const to = (phone: string) => ({ name: 'Zé da Feira', phone });
  const sales = await Promise.all([
    bed.sell(id, 1, requestId, null, to('82 9 8877-6655')),
    bed.sell(id, 1, requestId, null, to('(82) 98877-6655')),
    bed.sell(id, 2, undefined, null, to('+55 82 98877 6655')),
    bed.sell(id, 3, undefined, null, to('082988776655')),
  ]);
  expect(sales.every(({ ok }) => ok)).toBe(true);
  const found = await findPeopleByContact(bed.db, readContact('82988776655')!);
  expect(found).toMatchObject([{ email: null }]);
  expect(await isVerifiedPhone(bed.db, '82988776655')).toBe(true);
  const { cotas } = await bed.db
    .selectFrom('orders')
    .select((eb) => eb.fn.sum<string>('quantity').as('cotas'))
    .where('userId', '=', found[0]!.id)
    .executeTakeFirstOrThrow();
  expect(Number(cotas)).toBe(6);

  expect(await bed.sell(id, 1, undefined, null)).toMatchObject({ code: 'INVALID_CUSTOMER', field: 'phone' });
  for (const phone of ['1234', '(82) 3232-1234'])
    expect(await bed.sell(id, 1, undefined, null, { phone })).toMatchObject({ code: 'INVALID_CUSTOMER' });
  const landline = await bed.sell(id, 1, undefined, 'com.fixo@exemplo.com.br', { phone: '(82) 3232-1234' });
  expect(landline).toMatchObject({ ok: true });
});

test('does not touch the account of another person with the same phone', async () => {
  const id = await bed.published();
  const stranger = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ phone: '82977665544' }).where('id', '=', stranger).execute();
  await bed.db
    .updateTable('auth.users')
    .set({ email: `${stranger}@exemplo.com.br` })
    .where('id', '=', stranger)
    .execute();
  expect(await bed.sell(id, 1, undefined, null, { phone: '82 97766-5544' })).toMatchObject({ ok: true });
  const orders = await bed.db.selectFrom('orders').select('id').where('userId', '=', stranger).execute();
  expect(orders).toEqual([]);
});

test('sells chosen numbers once, and a plan with its bonus', async () => {
  const id = await bed.published();
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', id).execute();
  const chosen = (numbers: number[]) => bed.sell(id, numbers.length, undefined, undefined, { numbers });
  expect(await chosen([7, 77])).toMatchObject({ ok: true, numbers: [7, 77] });
  expect(await chosen([77, 78])).toMatchObject({ ok: false, code: 'NUMBERS_TAKEN', numbers: [77] });

  const bronze = { tier: 'tier1', expectedCentavos: 1000 };
  const planned = await bed.sell(id, 5, undefined, undefined, bronze);
  expect(planned).toMatchObject({ ok: true, totalCentavos: 1000 });
  expect(planned.ok && planned.numbers).toHaveLength(6);
  expect(await bed.sell(id, 4, undefined, undefined, bronze)).toMatchObject({ code: 'PRICE_CHANGED' });
});

test('never charges more than the seller entered', async () => {
  const id = await bed.published();
  const sale = (expectedCentavos: number) => bed.sell(id, 2, undefined, undefined, { expectedCentavos });
  expect(await sale(399)).toMatchObject({ ok: false, code: 'PRICE_CHANGED' });
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ sold: 0, reserved: 0 });
  expect(await sale(400)).toMatchObject({ ok: true, totalCentavos: 400 });
});

test('rejects a buyer whose account is under age, although it states no city', async () => {
  const id = await bed.published();
  const userId = await addBuyer(bed.db, { birthDate: '2010-01-01' });
  const email = `${userId}@exemplo.com.br`;
  expect(await bed.sell(id, 1, undefined, email)).toMatchObject({
    code: 'NOT_ELIGIBLE',
    reason: 'under_age',
  });
});

test('sells the last cotas once under concurrent manual sales', async () => {
  const id = await bed.published();
  expect(await bed.sell(id, 48)).toMatchObject({ ok: true });
  expect(await bed.sell(id, 50)).toMatchObject({ ok: true });
  const sales = await Promise.all(
    Array.from({ length: 6 }, (_, index) => bed.sell(id, 1, undefined, `a${index}@b.com`)),
  );
  expect(sales.filter((sale) => sale.ok)).toHaveLength(2);
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ sold: 100, free: 0 });
});

/** Confirms with a receipt that the waiting cash refunds of an order were handed back. */
async function handBack(orderId: string) {
  const waiting = await listPaymentsToReview(bed.context);
  const { externalReference } = await bed.db
    .selectFrom('orders')
    .select('externalReference')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const own = waiting.filter(
    (item) => item.kind === 'cash_to_return' && item.externalReference === externalReference,
  );
  return Promise.all(
    own.map(({ subject }) =>
      resolveReview(bed.context, bed.by, { subject: subject!, note: 'Recebido por Ana, recibo 12' }),
    ),
  );
}

test('lists cash orders of a cancelled rifa to hand back once, also when the job runs twice', async () => {
  const id = await bed.published();
  const sold = await bed.sell(id, 3);
  expect(sold).toMatchObject({ ok: true });
  const before = await ledgerBalances(bed);
  expect(
    await changeRifaState(bed.platform, bed.by, { id, version: 2, to: 'cancelled', note: 'Sem prêmio' }),
  ).toMatchObject({
    ok: true,
    status: 'cancelled',
  });
  await Promise.all([
    refundRifaJob.handle(bed.context, { rifaId: id }),
    refundRifaJob.handle(bed.context, { rifaId: id }),
  ]);
  await refundRifaJob.handle(bed.context, { rifaId: id });
  const order = () =>
    bed.db.selectFrom('orders').selectAll().where('rifaId', '=', id).executeTakeFirstOrThrow();
  expect(await order()).toMatchObject({ status: 'paid' });
  expect(await ledgerBalances(bed)).toEqual(before);
  await handBack((await order()).id);
  expect(await order()).toMatchObject({ status: 'refunded' });
  const after = await ledgerBalances(bed);
  expect(after.cash! - before.cash!).toBe(-600);
  expect(await checkNumberCounts(bed.db, id)).toMatchObject({ sold: 0, free: 100 });
  expect(await bed.sell(id, 1)).toMatchObject({ ok: false, code: 'RIFA_NOT_ACTIVE' });
});

test('keeps a cash order paid after a partial refund', async () => {
  const id = await bed.published();
  await bed.sell(id, 2);
  const [order] = await bed.db.selectFrom('orders').select(['id']).where('rifaId', '=', id).execute();
  const refund = (amountCentavos: number | null, deduplicationKey: string) =>
    requestRefund(bed.context, {
      orderId: order!.id,
      reason: 'admin',
      amountCentavos,
      deduplicationKey,
      source: 'admin',
    });
  expect(await refund(100, 'a')).toMatchObject({ ok: true });
  expect(await refund(100, 'a')).toMatchObject({ ok: true });
  expect(await handBack(order!.id)).toEqual([{ ok: true }]);
  expect(await bed.status(order!.id)).toBe('paid');
  expect(await refund(400, 'b')).toMatchObject({ ok: false, code: 'AMOUNT_TOO_HIGH' });
  expect(await refund(null, 'c')).toMatchObject({ ok: true });
  expect(await bed.status(order!.id)).toBe('paid');
  expect(await handBack(order!.id)).toEqual([{ ok: true }]);
  expect(await handBack(order!.id)).toEqual([]);
  expect(await bed.status(order!.id)).toBe('refunded');
  await ledgerBalances(bed);
});
