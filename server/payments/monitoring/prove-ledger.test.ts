import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '../../ledger/read-ledger.ts';
import { line } from '../../orders/orders.testing.ts';
import { settleInCash } from '../cash/settle-in-cash.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../payments.testing.ts';
import { refundRifa } from '../refunds/cancelled/refund-rifa.ts';
import { proveLedger } from './prove-ledger.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const prove = async () => {
  bed.clock.advance(3_700);
  return proveLedger(bed.context);
};

test('matches paid, refunded, disputed and cash orders', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
  await paidOrder(bed, { lines: [line(firstRifa, 3), line(secondRifa, 2)] });
  const disputed = await paidOrder(bed);
  const lost = await paidOrder(bed);
  const cash = await bed.order('pix', { start: false });
  await settleInCash(bed.context, cash.id, 'admin');
  await bed.transition(disputed.paymentId, 'mediation');
  await bed.transition(lost.paymentId, 'mediation');
  await bed.transition(lost.paymentId, 'charge_back');
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', secondRifa).execute();
  await refundRifa(bed.context, secondRifa);
  await bed.payments.runDueWork();
  const proof = await prove();
  expect(proof).toMatchObject({ orders: 4, payments: 4, unread: [], mismatches: [] });
  expect(proof.atProviders).toBeGreaterThan(0);
  expect(await readLedger(bed.db)).toMatchObject({ strayCentavos: 0, differenceCentavos: 0 });
});

test('detects a missing settlement and money that only the provider has', async () => {
  // Also ignores the webhook of the charge, which would read the approval.
  await bed.webhooks(false);
  const unread = await bed.order('pix');
  const unreadId = await bed.paymentId(unread.externalReference);
  await bed.transition(unreadId, 'approve');
  const order = await bed.order('pix');
  await bed.db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: bed.clock.now() })
    .where('id', '=', order.id)
    .execute();
  const { mismatches } = await prove();
  expect(mismatches).toEqual([
    { kind: 'order', subject: order.externalReference, expectedCentavos: 1_000, foundCentavos: 0 },
    { kind: 'provider', subject: `sandbox:${unreadId}`, expectedCentavos: 1_000, foundCentavos: 0 },
  ]);
  const [notice] = await bed.db.selectFrom('ledgerProof').selectAll().execute();
  expect(notice).toBeDefined();
});
