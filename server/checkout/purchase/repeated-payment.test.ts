/** A payment request that is repeated after its order ended, because its response was lost. */
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroupBed, type GroupBed } from '../group-purchases/group-purchases.testing.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

async function placeOrder() {
  const [userId, rifaId, key] = [await bed.buyer(), await bed.rifa(1000), randomUUID()];
  const body = {
    items: [{ title: 'Moto', quantity: 2, price: 2, selected_numbers: [], rifaId }],
    customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
    rifaId,
    method: 'pix' as const,
  };
  const request = (idempotencyKey: string) =>
    bed.clientOf(userId).checkout.startPayment({ headers: { 'idempotency-key': idempotencyKey }, body });
  const { order_id: orderId, external_reference: externalReference } = await request(key);
  return {
    userId,
    orderId,
    externalReference,
    repeat: () => request(key),
    orderAgain: () => request(randomUUID()),
  };
}

const dataOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    (error: unknown) =>
      error instanceof ORPCError ? { code: error.code, data: error.data as unknown } : error,
  );

test('says of an order that was cancelled that it is, and a new key orders again', async () => {
  const { userId, externalReference, repeat, orderAgain } = await placeOrder();
  await bed.clientOf(userId).orders.giveUp({ externalReference });
  expect(await dataOf(repeat())).toEqual({
    code: 'ORDER_CLOSED',
    data: { externalReference, status: 'cancelled' },
  });
  expect((await orderAgain()).external_reference).not.toBe(externalReference);
});

test('says of an order that was paid meanwhile that it is', async () => {
  const { orderId, externalReference, repeat } = await placeOrder();
  await bed.pay({ orderId, reference: externalReference, token: '', numbers: [] });
  expect(await bed.status(orderId)).toBe('paid');
  const paid = { code: 'ORDER_CLOSED', data: { externalReference, status: 'paid' } };
  expect(await dataOf(repeat())).toEqual(paid);
  expect(await dataOf(bed.clientOf(null).orders.startPix({ externalReference }))).toEqual(paid);
});
