import { randomUUID } from 'node:crypto';
import { connectPool } from '@mare/database/connection/connect.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startFaultyProxy,
  untilServerIsDone,
} from '../../orders/lifecycle/histories/faulty-proxy.testing.ts';
import { createChargeBatchWriter, type NewCharge } from './charge-batch-writer.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

interface Unstored {
  id: string;
  attemptId: string;
  externalReference: string;
}

async function orders(count: number): Promise<Unstored[]> {
  const rifaId = await bed.rifa(1000);
  return Promise.all(Array.from({ length: count }, () => bed.order('hosted', { rifaId, start: false })));
}

function charge({ attemptId, externalReference }: Unstored): NewCharge {
  return {
    attemptId,
    externalReference,
    providerRef: `pref-${attemptId}`,
    url: `https://provider.example/${attemptId}`,
    sandboxUrl: null,
    copyPaste: null,
    pending: null,
    payableUntil: new Date(bed.clock.now().getTime() + 900_000),
  };
}

const created = (order: Unstored) => bed.jobs('order-created', order.id);

test('closes the charges of closing orders in a batch, and fails only the invalid one', async () => {
  const [open, closing, other, late] = (await orders(4)) as [Unstored, Unstored, Unstored, Unstored];
  await bed.pool.query('update orders set closing_at = now() where id = $1', [closing.id]);
  const taken = { ...charge(other), providerRef: charge(open).providerRef };
  const unknown = { ...charge(late), attemptId: randomUUID() };
  const stored = await Promise.allSettled(
    [charge(open), charge(closing), taken, unknown, charge(late)].map((one) =>
      bed.context.chargeBatchWriter.store(one),
    ),
  );
  expect(stored).toMatchObject([
    { value: { orderId: open.id, state: 'open' } },
    { value: { orderId: closing.id, state: 'closing' } },
    { reason: { code: '23505' } },
    { status: 'fulfilled', value: undefined },
    { value: { orderId: late.id, state: 'open' } },
  ]);
  expect(await bed.attempt(open.attemptId)).toMatchObject({
    state: 'open',
    url: charge(open).url,
    request: null,
  });
  expect(await bed.attempt(other.attemptId)).toMatchObject({ state: 'creating', providerRef: null });
  expect(await Promise.all([open, closing, other, late].map(created))).toEqual([1, 0, 0, 1]);
});

test('stores a charge once under concurrent calls', async () => {
  const closingOrders = await orders(20);
  const otherWriter = createChargeBatchWriter(bed.platform);
  const writers = [bed.context.chargeBatchWriter, otherWriter, otherWriter, bed.context.chargeBatchWriter];
  await Promise.all(writers.flatMap((writer) => closingOrders.map((order) => writer.store(charge(order)))));
  await otherWriter.close();
  for (const order of closingOrders) {
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'open' });
    expect(await created(order)).toBe(1);
  }
});

test(
  'stores each charge atomically and retryably after a crash at any step',
  {
    timeout: 60_000,
  },
  async () => {
    for (let at = 1; ; at++)
      for (const isDelivered of [false, true]) {
        const closingOrders = await orders(3);
        const proxy = await startFaultyProxy(bed.url, { at, isDelivered });
        const pool = connectPool({ url: proxy.url, max: 1 });
        const writer = createChargeBatchWriter({ ...bed.platform, pool });
        const outcomes = await Promise.allSettled(closingOrders.map((order) => writer.store(charge(order))));
        const wasCut = proxy.isCut();
        await writer.close();
        await pool.end();
        await proxy.close();
        await untilServerIsDone(bed.pool);
        for (const [index, order] of closingOrders.entries()) {
          const { state } = await bed.attempt(order.attemptId);
          expect(state === 'open' || outcomes[index]!.status === 'rejected').toBe(true);
          expect(await created(order)).toBe(state === 'open' ? 1 : 0);
          await bed.context.chargeBatchWriter.store(charge(order));
          expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'open' });
          expect(await created(order)).toBe(1);
        }
        if (!wasCut) return;
      }
  },
);
