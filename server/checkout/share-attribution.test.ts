/** An order and its personal link commit in one transaction. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeReferralMark } from '@mare/domain/affiliates/referral-mark.ts';
import { ensureShareLink } from '../affiliates/shares/share-link.ts';
import { line, request } from '../orders/orders.testing.ts';
import type { OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { startPayment } from './purchase/start-payment.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function newLink() {
  const [userId, rifaId] = [await bed.buyer(), await bed.rifa(100)];
  return { rifaId, code: await ensureShareLink(bed.platform, { userId, rifaId }) };
}

const findShareCode = (orderId: string) =>
  bed.db.selectFrom('shareOrders').select('code').where('orderId', '=', orderId).executeTakeFirst();

test('keeps the personal link of an order after a crash', async () => {
  const { rifaId, code } = await newLink();
  let orderId = '';
  const crashing: OrderBatchWriter = {
    ...bed.orderBatchWriter,
    async reserve(requested) {
      await bed.orderBatchWriter.reserve(requested);
      orderId = requested.orderId;
      throw new Error('the process crashed');
    },
  };
  const services = { orderBatchWriter: crashing, payments: bed.payments };
  const visitorId = randomUUID().replaceAll('-', '').slice(0, 22);
  const purchase = startPayment(bed.platform, services, {
    userId: await bed.buyer(),
    idempotencyKey: randomUUID(),
    items: [{ title: 'Moto', quantity: 1, price: 2, selected_numbers: [], rifaId }],
    customer: { name: 'Ana Beatriz Souza', email: 'ana@exemplo.com.br' },
    residence: {},
    rifaId,
    share: writeReferralMark({ affiliateCode: code, visitorId, clickedAt: bed.clock.now() }),
  });
  await expect(purchase).rejects.toThrow('the process crashed');
  expect(await findShareCode(orderId)).toEqual({ code });
});

test('keeps the links of a batch, and accepts an order whose link was deleted', async () => {
  const [first, second] = [await newLink(), await newLink()];
  const codes = [first.code, null, second.code, 'DELETED2'];
  const reserved = await Promise.all(
    codes.map(async (shareCode) =>
      bed.orderBatchWriter.reserve(request(await bed.buyer(), [line(first.rifaId, 1)], { shareCode })),
    ),
  );
  const stored = reserved.map(async (result) =>
    result.ok ? ((await findShareCode(result.order.id))?.code ?? null) : result,
  );
  expect(await Promise.all(stored)).toEqual([first.code, null, second.code, null]);
});
