import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOwnLimits, type LimitChange } from '../../../accounts/limits/change-own-limits.ts';
import { spendingBlocked } from '../../../accounts/limits/spending-blocked.ts';
import { createPayOrderRoutes } from '../../pay-order.routes.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments.testing.ts';
import { endOrdersOfPersonJob } from './end-orders-of-person.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 2_000 });
});
afterAll(() => bed.close());

/** An order with an unpaid Pix. */
async function addOpenOrder() {
  const order = await bed.order('pix');
  return { ...order, paymentId: await bed.paymentId(order.externalReference) };
}

async function changeLimits(userId: string, limit: LimitChange) {
  await changeOwnLimits(bed.platform, { userId, ipAddress: null }, limit);
  const { rows } = await bed.pool.query<{ data: { personId: string } }>(
    'select data from pgboss.job where name = $1 order by start_after',
    [spendingBlocked.name],
  );
  await bed.pool.query('delete from pgboss.job where name = $1', [spendingBlocked.name]);
  return rows.map(
    ({ data }) =>
      () =>
        endOrdersOfPersonJob.handle(bed.context, data),
  );
}

// @covers beyond: a pause or self-exclusion ends the unpaid orders of all accounts of the person [server/payments/attempts/ending/end-orders-of-person.job.ts]
test.each<LimitChange>([{ kind: 'pause', days: 7 }, { kind: 'exclusion' }])(
  'ends the unpaid orders of all accounts of a person ($kind)',
  async (wanted) => {
    const [first, second, stranger] = [await addOpenOrder(), await addOpenOrder(), await addOpenOrder()];
    await bed.db
      .updateTable('profiles')
      .set({ personId: first.userId })
      .where('id', '=', second.userId)
      .execute();
    const [now] = await changeLimits(first.userId, wanted);
    await now!();
    expect(await bed.status(first.id)).toBe('cancelled');
    expect(await bed.status(second.id)).toBe('cancelled');
    expect(await bed.read(second.paymentId)).toMatchObject({ state: 'cancelled' });
    expect(await bed.status(stranger.id)).toBe('pending');
  },
);

test('shows only to the buyer that she may not buy during the pause', async () => {
  const order = await addOpenOrder();
  const mayBuy = async (userId: string) => {
    const routes = createPayOrderRoutes(bed.payments);
    const client = createRouterClient(routes, { context: testContext(bed.platform, { userId }) });
    return (await client.page({ externalReference: order.externalReference })).mayBuy;
  };
  const [now] = await changeLimits(order.userId, { kind: 'pause', days: 1 });
  await now!();
  expect(await mayBuy(order.userId)).toBe(false);
  expect(await mayBuy(await bed.buyer())).toBe(true);
  bed.clock.advance(86_400 + 60);
  expect(await mayBuy(order.userId)).toBe(true);
});

test('keeps a paid order, and ends one created between the two runs of the job', async () => {
  const paid = await addOpenOrder();
  await bed.webhooks(false);
  await bed.transition(paid.paymentId, 'approve');
  const [now, later] = await changeLimits(paid.userId, { kind: 'exclusion' });
  await now!();
  expect(await bed.status(paid.id)).toBe('paid');
  const betweenRuns = await addOpenOrder();
  await bed.db
    .updateTable('profiles')
    .set({ personId: paid.userId })
    .where('id', '=', betweenRuns.userId)
    .execute();
  await later!();
  expect(await bed.status(betweenRuns.id)).toBe('cancelled');
  await bed.webhooks(true);
});

test('ends no order on a monthly limit', async () => {
  const order = await addOpenOrder();
  expect(await changeLimits(order.userId, { kind: 'monthly', centavos: 100 })).toEqual([]);
  expect(await bed.status(order.id)).toBe('pending');
});
