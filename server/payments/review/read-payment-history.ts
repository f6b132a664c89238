/** Reads the full payment history of an order, for the admin who reviews it. */
import type { Kysely } from 'kysely';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/** @param search an order's reference or a payment's id */
export async function readPaymentHistory(db: Kysely<DB>, search: string): Promise<PaymentHistory | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'externalReference', 'status', 'totalAmount', 'customer'])
    .where((eb) =>
      eb.or([
        eb('externalReference', '=', search),
        eb('id', 'in', eb.selectFrom('providerPayments').select('orderId').where('paymentId', '=', search)),
      ]),
    )
    .executeTakeFirst();
  if (!order) return null;
  const [events, attempts, payments] = await Promise.all([
    findEvents(db, order.id),
    findAttempts(db, order.id),
    findPayments(db, order.id),
  ]);
  const refunds = await findRefunds(db, order.id);
  const customer = order.customer as { name?: string; email?: string };
  return {
    orderId: order.id,
    externalReference: order.externalReference,
    status: order.status as PaymentHistory['status'],
    totalCentavos: centavosFromNumeric(order.totalAmount),
    buyer: { name: customer.name ?? '', email: customer.email ?? '' },
    refundableCentavos: refundable(payments, refunds),
    events,
    attempts,
    payments,
    refunds,
  };
}

/** Remaining amount of the settling payment in centavos, less pending refunds. */
function refundable(payments: PaymentHistory['payments'], refunds: PaymentHistory['refunds']): number {
  const settling = payments.find((payment) => payment.disposition === 'settles');
  if (settling?.state !== 'approved') return 0;
  const underWay = refunds
    .filter(
      ({ paymentId, state }) => paymentId === settling.paymentId && !['done', 'rejected'].includes(state),
    )
    .reduce((sum, refund) => sum + refund.amountCentavos, 0);
  return Math.max(0, settling.amountCentavos - settling.refundedCentavos - underWay);
}

async function findEvents(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['events']> {
  const rows = await db
    .selectFrom('orderEvents')
    .select(['kind', 'source', 'data', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, source, data, createdAt }) => {
    const { note } = data as { note?: unknown };
    return { kind, source, note: typeof note === 'string' ? note : null, at: createdAt.toISOString() };
  });
}

async function findAttempts(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['attempts']> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select(['kind', 'state', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    state: row.state,
    kind: row.kind === 'pix' ? 'pix' : 'hosted',
    createdAt: row.createdAt.toISOString(),
  }));
}

async function findPayments(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['payments']> {
  const rows = await db
    .selectFrom('providerPayments')
    .select(['paymentId', 'state', 'rawDetail', 'disposition', 'amount', 'refunded', 'createdAt'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ rawDetail, amount, refunded, createdAt, ...payment }) => ({
    ...payment,
    detail: rawDetail,
    amountCentavos: centavosFromNumeric(amount),
    refundedCentavos: centavosFromNumeric(refunded),
    seenAt: createdAt.toISOString(),
  }));
}

async function findRefunds(db: Kysely<DB>, orderId: string): Promise<PaymentHistory['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('providerPayments', (join) =>
      join
        .onRef('providerPayments.provider', '=', 'refunds.provider')
        .onRef('providerPayments.paymentId', '=', 'refunds.paymentId'),
    )
    .select(['refunds.paymentId', 'refunds.amount', 'refunds.reason', 'refunds.state', 'refunds.createdAt'])
    .where('providerPayments.orderId', '=', orderId)
    .orderBy('refunds.createdAt')
    .execute();
  return rows.map(({ amount, createdAt, ...refund }) => ({
    ...refund,
    amountCentavos: centavosFromNumeric(amount),
    createdAt: createdAt.toISOString(),
  }));
}
