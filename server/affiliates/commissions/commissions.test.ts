/** Commissions of paid orders: earned once, reversed with the order, balanced in the ledger. */
import { call } from '@orpc/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPaymentsTestbed,
  ledgerBalances,
  type PaymentsTestbed,
} from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { sendChangeNoticeJob } from '../../accounts/security/send-change-notice.job.ts';
import { activateAffiliate } from '../activate-affiliate.ts';
import { addAffiliate, refundPart, createReferredOrder, addSale, refundSale } from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { earnCommission } from './earn-commission.job.ts';
import { reverseCommission } from './reverse-commission.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([sendChangeNoticeJob]);
});
afterAll(() => bed.close());

const findCommissions = (orderId: string) =>
  bed.db
    .selectFrom('affiliateCommissions')
    .select(['kind', 'commissionAmount', 'status'])
    .where('orderId', '=', orderId)
    .orderBy('kind', 'desc')
    .execute();

async function readPanel(userId: string) {
  const { panel } = await call(affiliatesRoutes.panel, undefined, {
    context: testContext(bed.platform, { userId }),
  });
  return panel!;
}

const readOwedReais = async (affiliateId: string) => {
  const { rows: sums } = await bed.pool.query<{ owed: string }>(
    'select coalesce(-sum(amount), 0) as owed from ledger_entries where account = $1',
    [`affiliates_payable:${affiliateId}`],
  );
  return Number(sums[0]!.owed);
};

test('a paid order earns 5% once under repeated and concurrent jobs', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await createReferredOrder(bed, affiliate.id, 2_000);
  await Promise.all(Array.from({ length: 8 }, () => earnCommission(bed.platform, order.id)));
  expect(await findCommissions(order.id)).toEqual([
    { kind: 'sale', commissionAmount: '1.00', status: 'pending' },
  ]);
  expect(await readOwedReais(affiliate.id)).toBe(1);
  await ledgerBalances(bed);
  expect(await readPanel(affiliate.userId)).toMatchObject({ pendingCentavos: 100, confirmedCentavos: 0 });
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', affiliate.userId)
    .execute();
  expect(notifications).toEqual([{ title: 'Você ganhou uma comissão' }]);
  const referral = await bed.db
    .selectFrom('referrals')
    .select('referrerId')
    .where('orderId', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(referral.referrerId).toBe(affiliate.userId);
});

test.each(['refund', 'charge-back'] as const)('a %s reverses the commission once', async (how) => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  await refundSale(bed, order, how);
  await Promise.all(Array.from({ length: 8 }, () => reverseCommission(bed.platform, order.id)));
  await earnCommission(bed.platform, order.id);
  expect((await findCommissions(order.id)).map((row) => row.commissionAmount)).toEqual(['2.00', '-2.00']);
  const booked = await bed.pool.query(
    `select count(distinct e.txn_key)::integer as entries from affiliate_commissions c join ledger_entries e
       on split_part(e.txn_key, ':', 2) = c.order_id::text and e.created_at = c.confirmed_at and e.txn_key like 'commission%' where c.order_id = $1`,
    [order.id],
  );
  expect(booked.rows).toEqual([{ entries: 2 }]);
  expect(await readOwedReais(affiliate.id)).toBe(0);
  await ledgerBalances(bed);
  expect(await readPanel(affiliate.userId)).toMatchObject({ pendingCentavos: 0, confirmedCentavos: 0 });
  expect(await bed.db.selectFrom('referrals').selectAll().where('orderId', '=', order.id).execute()).toEqual(
    [],
  );
  const { commissions } = await call(
    affiliatesRoutes.commissions,
    { page: 1 },
    { context: testContext(bed.platform, { userId: affiliate.userId }) },
  );
  expect(commissions.find((entry) => entry.kind === 'sale')).toMatchObject({ reversed: true });
  const notices = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', affiliate.userId)
    .where('title', '=', 'Comissão cancelada')
    .execute();
  const outcome = how === 'refund' ? 'reembolsada' : 'contestada no banco';
  expect(notices).toEqual([
    { message: `Uma compra pelo seu link foi ${outcome}, e a comissão de R$\u00a02,00 foi desfeita.` },
  ]);
});

describe('a partial refund', () => {
  const readAmounts = async (orderId: string) => {
    const entries = await bed.db
      .selectFrom('affiliateCommissions')
      .select(['commissionAmount', 'returnedAmount'])
      .where('orderId', '=', orderId)
      .orderBy(sql`returned_amount nulls first`)
      .execute();
    return entries.map((row) => [row.commissionAmount, row.returnedAmount]);
  };

  // @covers community 4: affiliate commission pending or paid; undone by refund and charge-back, in part by a
  //   refund in part [server/affiliates/commissions/earn-commission.job.ts,
  //   server/affiliates/commissions/reverse-commission.job.ts]
  test('reverses the commission in proportion, once per step, and the rest with the full refund', async () => {
    const affiliate = await addAffiliate(bed);
    const order = await addSale(bed, affiliate.id, 4_000);
    await refundPart(bed, order.paymentId, 1_000);
    expect(await bed.jobs('order-partly-refunded', order.id)).toBe(1);
    await Promise.all(Array.from({ length: 8 }, () => reverseCommission(bed.platform, order.id)));
    await refundPart(bed, order.paymentId, 500);
    await Promise.all(Array.from({ length: 8 }, () => reverseCommission(bed.platform, order.id)));
    const steps = [
      ['2.00', null],
      ['-0.50', '10.00'],
      ['-0.25', '15.00'],
    ];
    expect(await readAmounts(order.id)).toEqual(steps);
    expect(await readOwedReais(affiliate.id)).toBe(1.25);
    expect(await readPanel(affiliate.userId)).toMatchObject({ pendingCentavos: 125 });
    await ledgerBalances(bed);
    const referrals = bed.db.selectFrom('referrals').selectAll().where('orderId', '=', order.id);
    expect(await referrals.execute()).toHaveLength(1);
    await refundSale(bed, order);
    await reverseCommission(bed.platform, order.id);
    expect(await readAmounts(order.id)).toEqual([...steps, ['-1.25', '40.00']]);
    expect(await readOwedReais(affiliate.id)).toBe(0);
    expect(await referrals.execute()).toEqual([]);
    await ledgerBalances(bed);
    const { commissions } = await call(
      affiliatesRoutes.commissions,
      { page: 1 },
      { context: testContext(bed.platform, { userId: affiliate.userId }) },
    );
    expect(commissions.map((entry) => entry.returnedCentavos).toSorted((a, b) => a - b)).toEqual([
      0, 500, 1_000, 2_500,
    ]);
    const notifications = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', affiliate.userId)
      .execute();
    expect(notifications.map(({ title }) => title).toSorted()).toEqual([
      'Comissão cancelada',
      'Comissão reduzida',
      'Comissão reduzida',
      'Você ganhou uma comissão',
    ]);
  });

  test('subtracts from the sales of the last 30 days only their own refunds', async () => {
    const affiliate = await addAffiliate(bed);
    const old = await addSale(bed, affiliate.id, 4_000);
    await bed.db
      .updateTable('affiliateCommissions')
      .set({ confirmedAt: new Date(bed.clock.now().getTime() - 31 * 86_400_000) })
      .where('orderId', '=', old.id)
      .execute();
    const recent = await addSale(bed, affiliate.id, 6_000);
    await refundPart(bed, old.paymentId, 2_000);
    await reverseCommission(bed.platform, old.id);
    await refundPart(bed, recent.paymentId, 1_000);
    await reverseCommission(bed.platform, recent.id);
    expect(await readPanel(affiliate.userId)).toMatchObject({ pendingCentavos: 350, lastDaysCentavos: 250 });
  });

  test('before the commission is earned leaves the proportional commission, in any order of jobs', async () => {
    const affiliate = await addAffiliate(bed);
    const order = await createReferredOrder(bed, affiliate.id, 4_000);
    await refundPart(bed, order.paymentId, 1_000);
    await Promise.all([
      reverseCommission(bed.platform, order.id),
      earnCommission(bed.platform, order.id),
      reverseCommission(bed.platform, order.id),
      earnCommission(bed.platform, order.id),
    ]);
    expect(await readOwedReais(affiliate.id)).toBe(1.5);
    await ledgerBalances(bed);
  });
});

test('a buyer stays referred by a second order after a refund of the first', async () => {
  const affiliate = await addAffiliate(bed);
  const first = await addSale(bed, affiliate.id, 4_000);
  const second = await createReferredOrder(bed, affiliate.id, 4_000);
  await bed.db.updateTable('orders').set({ userId: first.userId }).where('id', '=', second.id).execute();
  await earnCommission(bed.platform, second.id);
  await refundSale(bed, first);
  const referrals = bed.db
    .selectFrom('referrals')
    .select(['referrerId', 'orderId'])
    .where('referredId', '=', first.userId);
  expect(await referrals.execute()).toEqual([{ referrerId: affiliate.userId, orderId: second.id }]);
});

test('an unpaid or already refunded order earns nothing', async () => {
  const affiliate = await addAffiliate(bed);
  const pending = await bed.order('pix', { totalCentavos: 2_000 });
  await bed.db
    .updateTable('orders')
    .set({ affiliateId: affiliate.id })
    .where('id', '=', pending.id)
    .execute();
  await earnCommission(bed.platform, pending.id);
  const refunded = await createReferredOrder(bed, affiliate.id, 2_000);
  await refundSale(bed, refunded);
  await earnCommission(bed.platform, refunded.id);
  expect([...(await findCommissions(pending.id)), ...(await findCommissions(refunded.id))]).toEqual([]);
});

test('a suspended affiliate earns nothing', async () => {
  const affiliate = await addAffiliate(bed);
  await bed.db
    .updateTable('affiliates')
    .set({ status: 'suspended' })
    .where('id', '=', affiliate.id)
    .execute();
  const order = await addSale(bed, affiliate.id, 2_000);
  expect(await findCommissions(order.id)).toEqual([]);
});

// @covers community 2: /afiliado: to /auth when not signed in; the account is made, active, when the panel opens
test('concurrent activations create one active account', async () => {
  const userId = await bed.buyer();
  const made = await Promise.all(Array.from({ length: 6 }, () => activateAffiliate(bed.platform, userId)));
  expect(made.filter(({ created }) => created)).toHaveLength(1);
  const panel = await readPanel(userId);
  expect(panel).toMatchObject({ status: 'active', commissionPercent: 5, totalClicks: 0, pixKey: null });
  expect(panel.affiliateCode).toMatch(/^[A-Z0-9]{8}$/);
  expect(panel.referralLink).toBe(`${bed.origin}/?ref=${panel.affiliateCode}`);
  expect(panel.clicks).toHaveLength(30);
});

test('stores a Pix key in canonical form and shows only its end', async () => {
  const { userId, id } = await addAffiliate(bed);
  const context = testContext(bed.platform, { userId });
  await expect(call(affiliatesRoutes.setPixKey, { pixKey: '123' }, { context })).rejects.toMatchObject({
    code: 'INVALID_PIX_KEY',
  });
  const key = await call(affiliatesRoutes.setPixKey, { pixKey: '(82) 99999-0012' }, { context });
  expect(key).toEqual({ type: 'phone', masked: '•••• 0012' });
  const stored = await bed.db
    .selectFrom('affiliates')
    .select('pixKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(stored.pixKey).toBe('+5582999990012');
});
