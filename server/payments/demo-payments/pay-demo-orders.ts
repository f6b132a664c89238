/**
 * Pays the orders of the demonstration at the sandbox, so that they can be refunded and settled like real purchases.
 */
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { moneyIn, providerFee, settlement } from '@mare/domain/payments/ledger.ts';
import { sql, type Transaction } from 'kysely';
import { postings } from '../../ledger/post-to-ledger.ts';
import { feeOf } from '../sandbox/api/representations.ts';
import { reportedFees } from '../settlement-reports/booked-fees.ts';

export const PROVIDER = 'sandbox';

export interface PaidDemoOrder {
  id: string;
  externalReference: string;
  rifaId: string;
  quantity: number;
  /** Reais, as `numeric` text. */
  totalAmount: string;
  buyer: { name: string; email: string };
  createdAt: Date;
  paidAt: Date;
}

export async function payDemoOrders(trx: Transaction<DB>, orders: readonly PaidDemoOrder[]): Promise<void> {
  const paymentIds = await payAtSandbox(trx, orders);
  const payments = orders.map((order) => ({
    order,
    provider: PROVIDER,
    paymentId: paymentIds.get(order.externalReference)!,
    amountCentavos: centavosFromNumeric(order.totalAmount),
  }));
  await trx
    .insertInto('providerPayments')
    .values(
      payments.map(({ order, provider, paymentId }) => ({
        provider,
        paymentId,
        orderId: order.id,
        externalReference: order.externalReference,
        state: 'approved',
        disposition: 'settles',
        rawStatus: 'approved',
        rawDetail: 'accredited',
        amount: order.totalAmount,
        currency: 'BRL',
        method: 'pix',
        approvedAt: order.paidAt,
        providerUpdatedAt: order.paidAt,
        createdAt: order.createdAt,
        updatedAt: order.paidAt,
      })),
    )
    .execute();
  const posted = payments.map(({ order, ...payment }) => ({
    at: order.paidAt,
    recordedAt: order.paidAt,
    transactions: [
      moneyIn(payment),
      providerFee(payment, feeOf(payment.amountCentavos)),
      settlement(order.id, [{ rifaId: order.rifaId, totalCentavos: payment.amountCentavos }]),
    ],
  }));
  await postings(posted, reportedFees(payments)).execute(trx);
}

/** @returns ids of the payments, by the reference of the order */
async function payAtSandbox(
  trx: Transaction<DB>,
  orders: readonly PaidDemoOrder[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; externalReference: string }>`
    insert into sandbox.payments (external_reference, status, status_detail, amount, description, payer, created_at, updated_at, approved_at)
    select reference, 'approved', 'accredited', amount, description, payer, created_at, paid_at, paid_at
    from unnest(${orders.map((order) => order.externalReference)}::text[], ${orders.map((order) => order.totalAmount)}::numeric[],
      ${orders.map(({ quantity }) => `Maré da Sorte: ${quantity} ${quantity === 1 ? 'cota' : 'cotas'}`)}::text[],
      ${orders.map(({ buyer }) => JSON.stringify({ first_name: buyer.name, email: buyer.email }))}::jsonb[],
      ${orders.map((order) => order.createdAt)}::timestamptz[], ${orders.map((order) => order.paidAt)}::timestamptz[])
      as paid (reference, amount, description, payer, created_at, paid_at)
    order by paid_at
    returning id::text, external_reference`.execute(trx);
  return new Map(rows.map(({ id, externalReference }) => [externalReference, id]));
}
