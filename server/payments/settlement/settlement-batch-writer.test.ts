import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool } from '@mare/database/connection/connect.ts';
import {
  startFaultyProxy,
  untilServerIsDone,
} from '../../orders/lifecycle/histories/faulty-proxy.testing.ts';
import { checkNumberCounts, line } from '../../orders/orders.testing.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { createPaymentsTestbed, ledgerBalances, type PaymentsTestbed } from '../payments.testing.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { createSettlementBatchWriter } from './settlement-batch-writer.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

type Order = Awaited<ReturnType<PaymentsTestbed['order']>>;
interface Paid {
  order: Order;
  snapshot: PaymentSnapshot;
}

/** Creates an order whose payment the provider has approved, before the shop has read it. */
async function addApprovedOrder(options?: Parameters<PaymentsTestbed['order']>[1]): Promise<Paid> {
  const order = await bed.order('pix', options);
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  return { order, snapshot: await bed.read(paymentId) };
}

const apply = (paid: readonly Paid[], context: PaymentsContext = bed.context) =>
  Promise.all(paid.map(({ snapshot }) => applySnapshot(context, snapshot, 'webhook')));

/** Settles the payments in one batch. */
const settle = (paid: readonly Paid[]) =>
  Promise.all(paid.map(({ snapshot }) => bed.context.settlementBatchWriter.settle(snapshot)));

const contextWithoutBatches = (): PaymentsContext => ({
  ...bed.context,
  settlementBatchWriter: { settle: async () => false, close: async () => undefined },
});

/** All rows that settling an order writes, without ids and times. */
async function readWrites({ order, snapshot }: Paid) {
  const { rows } = await bed.pool.query(
    `select o.status, o.paid_at, o.closing_at, buyer.total_orders, buyer.total_spent, buyer.total_points,
       buyer.last_activity_at,
       (select jsonb_agg(jsonb_build_array(kind, from_status, to_status, source, data) order by id)
        from order_events where order_id = o.id) as events,
       (select count(*) from order_receipts where order_id = o.id) as receipts,
       (select count(*) from log_queue where subject_id = o.id) as logged,
       (select jsonb_agg(jsonb_build_array(split_part(txn_key, ':', 1), split_part(account, ':', 1), amount, created_at = o.paid_at)
          order by txn_key, account) from ledger_entries
        where txn_key in ('settle:' || o.id, 'discount:' || o.id, 'in:sandbox:' || $2::text, 'fee:sandbox:' || $2::text)
       ) as entries,
       (select jsonb_agg(jsonb_build_array(state, checks, next_check_at is null) order by created_at)
        from payment_attempts where order_id = o.id) as attempts,
       (select jsonb_agg(to_jsonb(p) - 'payment_id' - 'order_id' - 'external_reference' - 'end_to_end_id' - 'created_at'
          - 'updated_at' - 'approved_at' - 'provider_updated_at' - 'first_seen_at') from provider_payments p where p.order_id = o.id) as payments
     from orders o join profiles buyer on buyer.id = o.user_id where o.id = $1`,
    [order.id, snapshot.paymentId],
  );
  const { paid_at: paidAt, last_activity_at: lastAt, events, ...rest } = rows[0];
  expect(paidAt).toEqual(snapshot.approvedAt);
  expect(lastAt).toEqual(paidAt);
  const last = events.at(-1);
  expect(last[4].paidAt).toBe(paidAt.toISOString());
  return {
    ...rest,
    event: [...last.slice(0, 4), last[4].late],
    jobs: await bed.jobs('order-paid', order.id),
  };
}

test('writes the same rows as settling each order alone', async () => {
  const rifas = [await bed.rifa(), await bed.rifa()];
  const lines = rifas.map((rifaId) => line(rifaId, 3));
  const kinds = [{ rifaId: rifas[0] }, { rifaId: rifas[0], totalCentavos: 200 }, { lines }];
  const addOrders = () => Promise.all(kinds.map((kind) => addApprovedOrder(kind)));
  const [batched, single] = [await addOrders(), await addOrders()];
  expect(await settle(batched)).toEqual([true, true, true]);
  expect(await apply(single, contextWithoutBatches())).toEqual(['settles', 'settles', 'settles']);
  const readAllWrites = (paid: Paid[]) => Promise.all(paid.map(readWrites));
  const [inBatch, asOne] = [await readAllWrites(batched), await readAllWrites(single)];
  expect(inBatch).toEqual(asOne);
  expect(inBatch[0]).toMatchObject({
    status: 'paid',
    receipts: 1,
    logged: 1,
    jobs: 1,
    attempts: [['closed', 0, true]],
  });
  for (const rifaId of rifas) expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 0 });
  expect(await ledgerBalances(bed)).toMatchObject({ customer_funds: 0 });
});

test('settles the orders of a batch in one transaction', async () => {
  const paid = await Promise.all(Array.from({ length: 5 }, () => addApprovedOrder()));
  expect(await settle(paid)).toEqual([true, true, true, true, true]);
  const { rows } = await bed.pool.query<{ transactions: number }>(
    'select count(distinct xmin::text)::integer as transactions from orders where id = any($1)',
    [paid.map(({ order }) => order.id)],
  );
  expect(rows[0]!.transactions).toBe(1);
});

test('counts two orders of the same buyer in a batch', async () => {
  const [first, second] = [await addApprovedOrder(), await addApprovedOrder()];
  await bed.pool.query('update orders set user_id = $1 where id = $2', [first.order.userId, second.order.id]);
  expect(await settle([first, second])).toEqual([true, true]);
  const { rows } = await bed.pool.query('select total_orders, total_spent from profiles where id = $1', [
    first.order.userId,
  ]);
  const centavos = first.snapshot.amountCentavos + second.snapshot.amountCentavos;
  expect(rows[0]).toEqual({ total_orders: 2, total_spent: (centavos / 100).toFixed(2) });
});

test('leaves a payment with an earlier decision to be applied separately', async () => {
  const paid = await addApprovedOrder();
  const { snapshot } = paid;
  const earlier = new Date(snapshot.updatedAt.getTime() - 1000);
  const waiting: PaymentSnapshot = { ...snapshot, state: 'pending', approvedAt: null, updatedAt: earlier };
  await applySnapshot(bed.context, waiting, 'webhook');
  const decide = (disposition: string) =>
    bed.pool.query('update provider_payments set disposition = $1 where payment_id = $2', [
      disposition,
      snapshot.paymentId,
    ]);
  await decide('mismatch');
  expect(await settle([paid])).toEqual([false]);
  expect(await bed.status(paid.order.id)).toBe('pending');
  await decide('open');
  expect(await settle([paid])).toEqual([true]);
});

test('decides special payments in a batch as if each were applied separately', async () => {
  const [plain, repeated, dear, cancelled, unknown] = await Promise.all([
    addApprovedOrder(),
    addApprovedOrder(),
    addApprovedOrder(),
    addApprovedOrder(),
    addApprovedOrder(),
  ]);
  await bed.pool.query(`update rifas set status = 'cancelled' where id = $1`, [cancelled.order.rifaId]);
  const second = { ...repeated.snapshot, paymentId: '990001', endToEndId: 'E-second' };
  const snapshots: PaymentSnapshot[] = [
    plain.snapshot,
    repeated.snapshot,
    second,
    { ...dear.snapshot, amountCentavos: dear.snapshot.amountCentavos + 1 },
    cancelled.snapshot,
    {
      ...unknown.snapshot,
      paymentId: '990002',
      endToEndId: 'E-other',
      externalReference: 'of-another-system',
    },
    { ...unknown.snapshot, currency: 'USD' },
  ];
  const applied = await Promise.all(
    snapshots.map((snapshot) => applySnapshot(bed.context, snapshot, 'webhook')),
  );
  const [ofPlain, ofRepeated, ofSecond, ...rest] = applied;
  expect([ofPlain, ...rest]).toEqual(['settles', 'mismatch', 'settles', 'orphan', 'mismatch']);
  expect(new Set([ofRepeated, ofSecond])).toEqual(new Set(['duplicate', 'settles']));
  const ofBoth = await Promise.all(
    [repeated.snapshot, second].map(({ paymentId }) => bed.refunds(paymentId)),
  );
  expect(ofBoth.flat()).toMatchObject([{ reason: 'duplicate' }]);
  expect(await bed.refunds(cancelled.snapshot.paymentId)).toHaveLength(1);
  expect(await bed.jobs('order-paid', repeated.order.id)).toBe(1);
});

test('settles an order with one of two payments in a batch', async () => {
  const { order, snapshot } = await addApprovedOrder();
  const second = { order, snapshot: { ...snapshot, paymentId: '990003', endToEndId: 'E-twice' } };
  expect(await settle([{ order, snapshot }, second])).toEqual([true, false]);
  expect(await apply([second])).toEqual(['duplicate']);
});

test('does not post a fee that a settlement report has posted', async () => {
  const [reported, other] = [await addApprovedOrder(), await addApprovedOrder()];
  await bed.pool.query(
    `with report as (
       insert into settlement_reports (id, provider, account, lines, imported_at)
       values (gen_random_uuid(), 'sandbox', 'ours', 1, now()) returning id
     )
     insert into settlement_lines (provider, payment_id, type, settled_at, gross, fee, net, report_id)
     select 'sandbox', $1, 'SETTLEMENT', '2026-01-01', 1, 0, 1, id from report`,
    [reported.snapshot.paymentId],
  );
  expect(await settle([reported, other])).toEqual([true, true]);
  const { rows } = await bed.pool.query<{ txn_key: string }>(
    `select distinct txn_key from ledger_entries where txn_key = any($1)`,
    [[reported, other].map(({ snapshot }) => `fee:sandbox:${snapshot.paymentId}`)],
  );
  expect(rows).toEqual([{ txn_key: `fee:sandbox:${other.snapshot.paymentId}` }]);
});

test('fails only the payment that cannot be stored', async () => {
  const paid = await Promise.all(Array.from({ length: 4 }, () => addApprovedOrder()));
  const [first, twin] = paid as [Paid, Paid];
  // Two payment ids for the same bank transfer.
  twin.snapshot = { ...twin.snapshot, endToEndId: first.snapshot.endToEndId };
  await apply([first]);
  const outcomes = await Promise.allSettled(
    paid.slice(1).map(({ snapshot }) => applySnapshot(bed.context, snapshot, 'webhook')),
  );
  expect(outcomes).toMatchObject([{ reason: { code: '23505' } }, { value: 'settles' }, { value: 'settles' }]);
  expect(await bed.status(twin.order.id)).toBe('pending');
});

test('does not delay other orders while one is locked', async () => {
  const [locked, ...others] = await Promise.all([addApprovedOrder(), addApprovedOrder(), addApprovedOrder()]);
  const holder = await bed.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from orders where id = $1 for update', [locked.order.id]);
    const waiting = apply([locked]);
    expect(await apply(others)).toEqual(['settles', 'settles']);
    expect(await bed.status(locked.order.id)).toBe('pending');
    await holder.query('commit');
    expect(await waiting).toEqual(['settles']);
  } finally {
    holder.release();
  }
});

test('settles each order once in two processes', async () => {
  const paid = await Promise.all(Array.from({ length: 12 }, () => addApprovedOrder()));
  const writer = createSettlementBatchWriter(bed.platform);
  const otherProcess: PaymentsContext = { ...bed.context, settlementBatchWriter: writer };
  await Promise.all([
    apply(paid),
    apply(paid.toReversed(), otherProcess),
    apply(paid, contextWithoutBatches()),
  ]);
  await writer.close();
  for (const { order } of paid) {
    expect(await bed.status(order.id)).toBe('paid');
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
  }
  expect(await ledgerBalances(bed)).toMatchObject({ customer_funds: expect.any(Number) });
});

test('settles a whole batch or nothing after a crash at any step', async () => {
  for (let at = 1; ; at++)
    for (const isDelivered of [false, true]) {
      const paid = await Promise.all([addApprovedOrder(), addApprovedOrder()]);
      const proxy = await startFaultyProxy(bed.url, { at, isDelivered });
      const pool = connectPool({ url: proxy.url, max: 1 });
      const writer = createSettlementBatchWriter({ ...bed.platform, pool });
      const settled = await Promise.all(paid.map(({ snapshot }) => writer.settle(snapshot)));
      const wasCut = proxy.isCut();
      await writer.close();
      await pool.end();
      await proxy.close();
      await untilServerIsDone(bed.pool);
      for (const [index, one] of paid.entries()) {
        const isPaid = (await bed.status(one.order.id)) === 'paid';
        expect(isPaid || !settled[index]).toBe(true);
        expect(await bed.jobs('order-paid', one.order.id)).toBe(isPaid ? 1 : 0);
        expect(await applySnapshot(bed.context, one.snapshot, 'webhook')).toBe('settles');
        expect(await readWrites(one)).toMatchObject({ status: 'paid', receipts: 1, jobs: 1 });
      }
      if (!wasCut) return;
    }
});

test('waits until a concurrent freeze of a list ends', async () => {
  const paid = await addApprovedOrder();
  const freezer = await bed.pool.connect();
  try {
    await freezer.query('begin');
    await freezer.query('select from rifas where id = $1 for update', [paid.order.rifaId]);
    const settling = apply([paid]);
    await untilBlocked(bed.pool);
    expect(await bed.status(paid.order.id)).toBe('pending');
    await freezer.query('commit');
    expect(await settling).toEqual(['settles']);
  } finally {
    freezer.release();
  }
});
