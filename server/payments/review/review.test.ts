import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Updateable } from 'kysely';
import { connectKysely } from '@mare/database/connection/connect.ts';
import type { ProviderCalls } from '@mare/database/schema.ts';
import { markForReview } from '../../orders/lifecycle/update-order.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { listPaymentsToReview } from './list-payments-to-review.ts';
import {
  createPaymentsTestbed,
  paidOrder,
  until,
  type PaymentsTestbed,
  sendRefunds,
} from '../payments.testing.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { resolveReview } from './resolve-review.ts';
import { reviewRecentPayments } from './review-recent-payments.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const kinds = async () => (await listPaymentsToReview(bed.context)).map((item) => item.kind);
const addPaidPix = async () => {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  return { order, paymentId };
};

test('lists a payment with an unknown status until it is resolved', async () => {
  const order = await bed.order('pix');
  const snapshot = await bed.read(await bed.paymentId(order.externalReference));
  const unknownStatus = {
    ...snapshot,
    state: 'processing',
    rawStatus: 'frozen',
    updatedAt: new Date(snapshot.updatedAt.getTime() + 1),
  } as const;
  await applySnapshot(bed.context, unknownStatus, 'check');
  const [item] = await listPaymentsToReview(bed.context);
  expect(item).toMatchObject({
    kind: 'unknown_status',
    externalReference: order.externalReference,
    amountCentavos: 1000,
  });
  expect(item!.advice).toMatch(/painel/);
  const decision = { subject: item!.subject!, note: 'conferido' };
  const by = { userId: await bed.buyer(), ipAddress: null };
  expect(await resolveReview(bed.context, by, decision)).toEqual({ ok: true });
  expect(await resolveReview(bed.context, by, decision)).toEqual({ ok: false, code: 'NOTHING_TO_REVIEW' });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('details')
    .where('userId', '=', by.userId)
    .execute();
  expect(log).toMatchObject([{ details: { note: 'conferido' } }]);
  expect(await kinds()).toEqual([]);
});

test('lists a dispute with its start, not the last change of the order', async () => {
  const { order, paymentId } = await addPaidPix();
  await bed.db
    .updateTable('orders')
    .set({ updatedAt: new Date(0) })
    .where('id', '=', order.id)
    .execute();
  const findDisputeStart = async () =>
    (await listPaymentsToReview(bed.context)).find(
      ({ externalReference }) => externalReference === order.externalReference,
    )?.since;
  await bed.transition(paymentId, 'mediation');
  await until(async () => (await findDisputeStart()) !== undefined);
  const { disputedAt } = await bed.db
    .selectFrom('orders')
    .select('disputedAt')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  expect(await findDisputeStart()).toEqual(disputedAt);
  await markForReview(bed.db, order.id, 'regression', new Date('2030-01-02'));
  // Repeated reports change nothing.
  await markForReview(bed.db, order.id, 'regression', new Date('2030-01-09'));
  expect(await findDisputeStart()).toEqual(new Date('2030-01-02'));
  await markForReview(bed.db, order.id, null, new Date('2030-01-09'));
});

test('lists refunds without balance and rejected refunds with instructions', async () => {
  const first = await addPaidPix();
  const second = await addPaidPix();
  const requestAdminRefund = (orderId: string) =>
    requestRefund(bed.context, { orderId, reason: 'admin', amountCentavos: null, source: 'admin' });
  await bed.control('PUT', '/faults', { refund_no_funds: true });
  await requestAdminRefund(first.order.id);
  await sendRefunds(bed.context);
  expect(await kinds()).toEqual(['refund_waiting_funds']);
  await bed.control('PUT', '/faults', { refund_no_funds: false });
  await bed.faults({ match: `POST /v1/payments/${second.paymentId}/refunds`, status: 400 });
  await requestAdminRefund(second.order.id);
  await sendRefunds(bed.context);
  expect(await kinds()).toEqual(['refund_waiting_funds', 'refund_refused']);
  const rejected = (await listPaymentsToReview(bed.context)).find((item) => item.kind === 'refund_refused');
  expect(
    await resolveReview(
      bed.context,
      { userId: await bed.buyer(), ipAddress: null },
      { subject: rejected!.subject!, note: 'a compradora fica com as cotas', moneyReturned: false },
    ),
  ).toEqual({ ok: true });
  expect(await kinds()).toEqual(['refund_waiting_funds']);
});

test('does not resolve a reason that appeared while the note was written', async () => {
  const { id } = await paidOrder(bed);
  const by = { userId: await bed.buyer(), ipAddress: null };
  await markForReview(bed.db, id, 'amount_changed', bed.clock.now());
  const shown = (await listPaymentsToReview(bed.context)).find(({ kind }) => kind === 'amount_changed');
  await markForReview(bed.db, id, 'disputed', bed.clock.now());
  const decision = { subject: shown!.subject!, note: 'o valor confere' };
  expect(await resolveReview(bed.context, by, decision)).toEqual({ ok: false, code: 'NOTHING_TO_REVIEW' });
  const current = (await listPaymentsToReview(bed.context)).find(({ kind }) => kind === 'disputed');
  expect(await resolveReview(bed.context, by, { ...decision, subject: current!.subject! })).toEqual({
    ok: true,
  });
});

test('lists a payment of another system', async () => {
  await bed.control('POST', '/foreign_payment', {
    amount: 3,
    notification_url: `${bed.origin}/webhooks/mercadopago`,
  });
  await until(async () => (await kinds()).length === 2);
  expect(await kinds()).toContain('foreign_payment');
});

test('finds a refund made in the provider’s panel without a webhook in the daily review', async () => {
  const { order, paymentId } = await addPaidPix();
  await bed.webhooks(false);
  await bed.transition(paymentId, 'refund');
  await bed.webhooks(true);
  await reviewRecentPayments(bed.context);
  expect(await bed.status(order.id)).toBe('refunded');
});

test('finds orders to review without a full scan', async () => {
  const [buyer, rifaId] = [await bed.buyer(), await bed.rifa()];
  await bed.pool.query(
    `insert into orders (id, external_reference, user_id, client_request_id, rifa_id, quantity, total_amount, customer,
       status, hold_expires_at)
     select gen_random_uuid(), gen_random_uuid(), $1, gen_random_uuid(), $2, 1, 2.5, '{}', 'cancelled', now()
     from generate_series(1, 5000)`,
    [buyer, rifaId],
  );
  await bed.pool.query('analyze orders');
  const requests: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = connectKysely(bed.pool, ({ query }) => void requests.push(query));
  await listPaymentsToReview({ ...bed.context, db });
  const ofOrders = requests.find(({ sql }) => sql.includes('"review_reason" is not null'))!;
  const { rows } = await bed.pool.query(`explain ${ofOrders.sql}`, [...ofOrders.parameters]);
  expect(JSON.stringify(rows)).toContain('orders_to_review');
});

test('lists a provider whose calls all fail for over a minute, until one succeeds', async () => {
  const listFailingProviders = async () =>
    (await listPaymentsToReview(bed.context)).filter(({ kind }) => kind === 'provider_fails');
  // Not the provider of the testbed, whose calls are recorded up to a second later.
  const provider = 'mercadopago';
  const store = (calls: Updateable<ProviderCalls>) =>
    bed.db
      .insertInto('providerCalls')
      .values({ provider, ...calls })
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(calls))
      .execute();
  const since = new Date(bed.clock.now().getTime() - 61_000);
  const failed = { failingSince: since, lastFailedAt: since, lastFailure: 'unavailable' };
  // A single failure is ignored.
  await store({ ...failed, failures: 1 });
  expect(await listFailingProviders()).toEqual([]);
  await store({ ...failed, failures: 4 });
  expect(await listFailingProviders()).toMatchObject([
    {
      since,
      subject: null,
      advice: expect.stringMatching(
        /^MercadoPago: As 4 últimas chamadas falharam, a primeira .+ Quem pagou agora só vê a confirmação quando ele responder/,
      ),
    },
  ]);
  // Without recent calls, its availability is unknown.
  const longAgo = new Date(bed.clock.now().getTime() - 16 * 60_000);
  await store({ failures: 4, failingSince: longAgo, lastFailedAt: longAgo });
  expect(await listFailingProviders()).toEqual([]);
  await store({ failures: 0, failingSince: null, lastAnsweredAt: bed.clock.now() });
  expect(await listFailingProviders()).toEqual([]);
});

test('shows the buyer of an order to review', async () => {
  const { order } = await addPaidPix();
  await markForReview(bed.db, order.id, 'disputed', bed.clock.now());
  const found = (await listPaymentsToReview(bed.context)).find(
    ({ externalReference }) => externalReference === order.externalReference,
  );
  expect(found).toMatchObject({ buyerName: 'Maria Silva' });
  await markForReview(bed.db, order.id, null, bed.clock.now());
});
