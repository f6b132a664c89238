/** Cotas sold for cash, and their refunds. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../orders/orders.testing.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { refundRifaJob } from '../../payments/refunds/refund-rifa.job.ts';
import { listPaymentsToReview } from '../../payments/review/list-payments-to-review.ts';
import { resolveReview } from '../../payments/review/resolve-review.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
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

test('a manual sale is idempotent: it reserves, pays and balances once', async () => {
  const id = await bed.published();
  const requestId = randomUUID();
  const sales = await Promise.all([bed.sell(id, 5, requestId), bed.sell(id, 5, requestId)]);
  const again = await bed.sell(id, 5, requestId);
  const first = sales.find((sale) => sale.ok)!;
  expect(again).toMatchObject({ ok: true, totalCentavos: 1000 });
  expect(again.ok && first.ok && again.externalReference === first.externalReference).toBe(true);
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 5, reserved: 0 });
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

test('sells the last cotas once under concurrent manual sales', async () => {
  const id = await bed.published();
  expect(await bed.sell(id, 48)).toMatchObject({ ok: true });
  expect(await bed.sell(id, 50)).toMatchObject({ ok: true });
  const sales = await Promise.all(
    Array.from({ length: 6 }, (_, index) => bed.sell(id, 1, undefined, `a${index}@b.com`)),
  );
  expect(sales.filter((sale) => sale.ok)).toHaveLength(2);
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 100, free: 0 });
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

test('cancelling a rifa lists cash orders to hand back once, also when the job runs twice', async () => {
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
  expect(await checkBooks(bed.db, id)).toMatchObject({ sold: 0, free: 100 });
  expect(await bed.sell(id, 1)).toMatchObject({ ok: false, code: 'RIFA_NOT_ACTIVE' });
});

test('a partial refund keeps a cash order paid', async () => {
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
