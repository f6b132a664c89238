/** The highest and lowest cota of a rifa go to the person whom the list of the draw would name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSoldCotas } from '../../draws/list/read-sold-cotas.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { createManagedRifasTestbed, type ManagedRifasTestbed } from '../management/managed-rifas.testing.ts';
import { findHighestOrLowest } from './highest-lowest.queries.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

async function createSales() {
  const rifaId = await bed.published();
  await bed.db.updateTable('rifas').set({ chooseNumbers: true }).where('id', '=', rifaId).execute();
  async function sell(numbers: number[]) {
    const email = `${bed.platform.random.uuid()}@exemplo.com.br`;
    const sale = await bed.sell(rifaId, numbers.length, undefined, email, { numbers });
    if (!sale.ok) throw new Error(sale.code);
    return bed.db
      .selectFrom('orders')
      .select(['id', 'userId', 'externalReference'])
      .where('externalReference', '=', sale.externalReference)
      .executeTakeFirstOrThrow();
  }
  const find = (side: 'highest' | 'lowest', from = new Date(0)) =>
    findHighestOrLowest(bed.db, rifaId, { from, to: new Date('2100-01-01'), side });
  /** Holders of the highest and lowest number on the list of the draw. */
  async function findOnList() {
    const { holders, buyers } = await bed.db.transaction().execute((trx) => readSoldCotas(trx, rifaId, 100));
    const listed = [...holders.keys()].filter((number) => holders[number] !== 0);
    return [listed.at(-1)!, listed[0]!].map((number) => ({ number, userId: buyers[holders[number]! - 1] }));
  }
  const expectAsOnList = async () =>
    expect([await find('highest'), await find('lowest')]).toMatchObject(await findOnList());
  return { rifaId, sell, find, expectAsOnList };
}

test('passes over an order in dispute', async () => {
  const { sell, find, expectAsOnList } = await createSales();
  const kept = await sell([20, 50]);
  const disputed = await sell([1, 100]);
  await dispute(disputed.id);
  expect(await find('highest')).toMatchObject({ number: 50, userId: kept.userId });
  await expectAsOnList();
});

test('passes over an order whose full refund was requested', async () => {
  const { sell, find, expectAsOnList } = await createSales();
  const kept = await sell([20, 50]);
  const refunded = await sell([1, 100]);
  const requested = await requestRefund(bed.context, {
    orderId: refunded.id,
    reason: 'admin',
    amountCentavos: null,
    deduplicationKey: 'full',
    source: 'admin',
  });
  expect(requested).toMatchObject({ ok: true });
  expect(await find('lowest')).toMatchObject({ number: 20, userId: kept.userId });
  await expectAsOnList();
});

test('passes over a cota that is being returned, not the others of its line', async () => {
  const { rifaId, sell, find, expectAsOnList } = await createSales();
  const order = await sell([1, 2, 99, 100]);
  await sell([20, 50]);
  await returnCotas(rifaId, order.id, [1, 100]);
  expect(await find('highest')).toMatchObject({ number: 99, userId: order.userId });
  expect(await find('lowest')).toMatchObject({ number: 2, userId: order.userId });
  await expectAsOnList();
});

test('names the recipient of an accepted gift', async () => {
  const { rifaId, sell, find, expectAsOnList } = await createSales();
  const order = await sell([10, 100]);
  const recipient = await bed.buyer();
  const gift = {
    orderId: order.id,
    rifaId,
    giverId: order.userId,
    recipientName: 'Vó',
    createdAt: bed.clock.now(),
  };
  const [accepted, offered] = [bed.platform.random.uuid(), bed.platform.random.uuid()];
  const claimed = { recipientId: recipient, claimedAt: bed.clock.now() };
  await bed.db
    .insertInto('cotaGifts')
    .values([
      { ...gift, ...claimed, id: accepted, reference: accepted, number: 100 },
      { ...gift, id: offered, reference: offered, number: 10 },
    ])
    .execute();
  expect(await find('highest')).toMatchObject({ userId: recipient, giftReference: accepted });
  expect(await find('lowest')).toMatchObject({ userId: order.userId, giftReference: null });
  await expectAsOnList();
});

test('finds the cota behind many that do not count', async () => {
  const { rifaId, sell, find, expectAsOnList } = await createSales();
  const kept = await sell([40]);
  const { id } = await sell([1, 100]);
  await returnCotas(rifaId, id, [100]);
  for (let number = 60; number < 70; number++) {
    const disputed = await sell([number]);
    await dispute(disputed.id);
  }
  expect(await find('highest')).toMatchObject({ number: 40, userId: kept.userId });
  await expectAsOnList();
  expect(await find('highest', new Date('2099-01-01'))).toBeNull();
});

async function dispute(orderId: string) {
  await bed.db.updateTable('orders').set({ disputedAt: bed.clock.now() }).where('id', '=', orderId).execute();
}

async function returnCotas(rifaId: string, orderId: string, numbers: number[]) {
  const { provider, paymentId } = await bed.db
    .selectFrom('providerPayments')
    .select(['provider', 'paymentId'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const refundId = bed.platform.random.uuid();
  await bed.db
    .insertInto('refunds')
    .values({
      id: refundId,
      provider,
      paymentId,
      amount: '1.00',
      reason: 'admin',
      idempotencyKey: refundId,
      createdAt: bed.clock.now(),
    })
    .execute();
  await bed.db
    .insertInto('returnedCotas')
    .values({ refundId, orderId, lineNo: 1, rifaId, numbers, value: '1.00', amount: '1.00' })
    .execute();
}
