/** A coupon of one use per person, over the accounts of a person and over time. */
import { randomInt, randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createCheckoutRoutes } from './checkout.routes.ts';
import { releaseCouponJob } from './coupons/release-coupon.job.ts';

const COUPON = 'UMAVEZ20';
const DISCOUNTED = '1.60';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.db
    .insertInto('coupons')
    .values({ code: COUPON, percent: 20, createdAt: bed.clock.now() })
    .execute();
});
afterAll(() => bed.close());

/** Accounts with one verified phone, which are joined by one CPF in their first orders. */
async function newAccounts(): Promise<string[]> {
  const phone = `55829${String(randomInt(1e8)).padStart(8, '0')}`;
  const ids = [await bed.buyer(), await bed.buyer()];
  for (const userId of ids) {
    const email = `${userId}@exemplo.com.br`;
    await bed.db.updateTable('profiles').set({ email, cpf: null }).where('id', '=', userId).execute();
    const now = bed.clock.now();
    await bed.db
      .insertInto('whatsappContacts')
      .values({ userId, phone, codeEndsAt: now, confirmedAt: now, textVersion: 1 })
      .execute();
  }
  return ids;
}

async function buy(userId: string, cpf: string, rifaId: string, key: string): Promise<void> {
  const routes = createCheckoutRoutes({ orderBatchWriter: bed.orderBatchWriter, payments: bed.payments });
  const client = createRouterClient(routes, { context: testContext(bed.platform, { userId }) });
  try {
    await client.startPayment({
      headers: { 'idempotency-key': key },
      body: {
        items: [{ title: 'Moto', quantity: 1, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name: 'Ana', email: `${userId}@exemplo.com.br`, cpf },
        coupon: COUPON,
      },
    });
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

/** Ends the oldest order that waits for its payment. */
async function endOldestOrder(accounts: string[], status: 'paid' | 'cancelled'): Promise<void> {
  const oldest = await bed.db
    .selectFrom('orders')
    .select('id')
    .where('userId', 'in', accounts)
    .where('status', '=', 'pending')
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return;
  const paidAt = status === 'paid' ? bed.clock.now() : null;
  await bed.db.updateTable('orders').set({ status, paidAt }).where('id', '=', oldest.id).execute();
  await releaseCouponJob.handle(bed.platform, { orderId: oldest.id });
}

const anyStep = fc.oneof(
  fc.record({ kind: fc.constant('buy' as const), accountIndex: fc.nat(1), together: fc.boolean() }),
  fc.record({ kind: fc.constant('repeat' as const), accountIndex: fc.nat(1) }),
  fc.record({ kind: fc.constantFrom('paid' as const, 'cancelled' as const) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(1, 3, 1440) }),
);

test('never grants a coupon twice, in any sequence of accounts, orders and time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 6, maxLength: 12 }), async (steps) => {
      const accounts = await newAccounts();
      const cpf = newCpf();
      const rifaId = await bed.rifa();
      const keys = accounts.map(() => randomUUID());
      let waitedSeconds = 0;
      /** Orders with the discount that are not cancelled, after each step. */
      const benefits: number[] = [];
      for (const step of steps) {
        if (step.kind === 'wait') {
          waitedSeconds += step.minutes * 60;
          bed.clock.advance(step.minutes * 60);
        } else if (step.kind === 'repeat')
          await buy(accounts[step.accountIndex]!, cpf, rifaId, keys[step.accountIndex]!);
        else if (step.kind === 'buy') {
          keys[step.accountIndex] = randomUUID();
          const buyers = step.together ? [0, 1] : [step.accountIndex];
          await Promise.all(
            buyers.map((accountIndex) =>
              buy(
                accounts[accountIndex]!,
                cpf,
                rifaId,
                accountIndex === step.accountIndex ? keys[accountIndex]! : randomUUID(),
              ),
            ),
          );
        } else await endOldestOrder(accounts, step.kind);
        const { rows } = await bed.pool.query<{ count: number }>(
          `select count(*)::integer as count from orders
           where user_id = any($1::uuid[]) and total_amount = $2 and status <> 'cancelled'`,
          [accounts, DISCOUNTED],
        );
        benefits.push(rows[0]!.count);
      }
      bed.clock.advance(-waitedSeconds);
      expect(benefits.filter((count) => count > 1)).toEqual([]);
    }),
    { numRuns: 6 },
  );
  const discounted = await bed.pool.query('select 1 from orders where total_amount = $1 limit 1', [
    DISCOUNTED,
  ]);
  expect(discounted.rows).toHaveLength(1);
});
