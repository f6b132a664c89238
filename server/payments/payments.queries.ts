import type { Kysely, Selectable } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB, PaymentAttempts, ProviderPayments } from '@mare/database/schema.ts';
import type { RifaShare } from '@mare/domain/payments/ledger.ts';
import type { Disposition, PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot } from './payment-provider.ts';

export type Attempt = Selectable<PaymentAttempts>;

export interface PayableOrder {
  id: string;
  externalReference: string;
  totalCentavos: number;
  status: string;
  customer: unknown;
  holdExpiresAt: Date;
  closingAt: Date | null;
  disputedAt: Date | null;
}

export interface StoredPayment {
  provider: string;
  paymentId: string;
  orderId: string | null;
  state: PaymentState;
  amountCentavos: number;
  refundedCentavos: number;
  updatedAt: Date;
  disposition: Disposition;
}

/** The states of an attempt in which the buyer may still pay it, or it is not known. */
export const LIVE_ATTEMPTS = ['creating', 'open', 'unknown', 'closing'] as const;

const orderColumns = [
  'id',
  'externalReference',
  'totalAmount',
  'status',
  'customer',
  'holdExpiresAt',
  'closingAt',
  'disputedAt',
] as const;

type OrderRow = Omit<PayableOrder, 'totalCentavos'> & { totalAmount: string };

function payable({ totalAmount, ...order }: OrderRow): PayableOrder {
  return { ...order, totalCentavos: centavosFromNumeric(totalAmount) };
}

export async function findOrderByReference(db: Kysely<DB>, reference: string): Promise<PayableOrder | null> {
  const row = await db
    .selectFrom('orders')
    .select(orderColumns)
    .where('externalReference', '=', reference)
    .executeTakeFirst();
  return row ? payable(row) : null;
}

export async function findOrder(db: Kysely<DB>, orderId: string): Promise<PayableOrder | null> {
  const row = await db.selectFrom('orders').select(orderColumns).where('id', '=', orderId).executeTakeFirst();
  return row ? payable(row) : null;
}

export async function findAttempt(db: Kysely<DB>, attemptId: string): Promise<Attempt | null> {
  const row = await db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return row ?? null;
}

export function findLiveAttempts(db: Kysely<DB>, orderId: string): Promise<Attempt[]> {
  return db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('orderId', '=', orderId)
    .where('state', 'in', LIVE_ATTEMPTS)
    .orderBy('createdAt')
    .execute();
}

/** References of an order's hosted checkouts, open or not. */
export async function findHostedRefs(db: Kysely<DB>, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select('providerRef')
    .where('orderId', '=', orderId)
    .where('kind', '=', 'hosted')
    .where('providerRef', 'is not', null)
    .execute();
  return rows.map((row) => row.providerRef!);
}

export async function findOrderLines(db: Kysely<DB>, orderId: string) {
  const rows = await db
    .selectFrom('orderItems')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['orderItems.rifaId', 'orderItems.quantity', 'orderItems.bonusQuantity'])
    .select(['orderItems.totalAmount', 'rifas.title'])
    .where('orderId', '=', orderId)
    .orderBy('orderItems.lineNo')
    .execute();
  return rows.map(({ totalAmount, ...line }) => ({
    ...line,
    totalCentavos: centavosFromNumeric(totalAmount),
  }));
}

export async function findRifaShares(db: Kysely<DB>, orderId: string): Promise<RifaShare[]> {
  const rows = await db
    .selectFrom('orderItems')
    .select(['rifaId', 'totalAmount'])
    .where('orderId', '=', orderId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => ({ rifaId: row.rifaId, totalCentavos: centavosFromNumeric(row.totalAmount) }));
}

export async function findStoredPayment(
  db: Kysely<DB>,
  provider: string,
  paymentId: string,
): Promise<StoredPayment | null> {
  const row = await db
    .selectFrom('providerPayments')
    .selectAll()
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  return row ? storedPayment(row) : null;
}

export async function findPaymentsOfOrder(db: Kysely<DB>, orderId: string): Promise<StoredPayment[]> {
  const rows = await db.selectFrom('providerPayments').selectAll().where('orderId', '=', orderId).execute();
  return rows.map(storedPayment);
}

function storedPayment(row: Selectable<ProviderPayments>): StoredPayment {
  return {
    provider: row.provider,
    paymentId: row.paymentId,
    orderId: row.orderId,
    state: row.state as PaymentState,
    amountCentavos: centavosFromNumeric(row.amount),
    refundedCentavos: centavosFromNumeric(row.refunded),
    updatedAt: row.providerUpdatedAt,
    disposition: row.disposition as Disposition,
  };
}

export async function storeSnapshot(
  db: Kysely<DB>,
  snapshot: PaymentSnapshot,
  orderId: string | null,
  disposition: Disposition,
): Promise<void> {
  const said = {
    state: snapshot.state,
    rawStatus: snapshot.rawStatus,
    rawDetail: snapshot.rawDetail,
    refunded: numericFromCentavos(snapshot.refundedCentavos),
    method: snapshot.method,
    approvedAt: snapshot.approvedAt,
    providerUpdatedAt: snapshot.updatedAt,
    disposition,
  };
  await db
    .insertInto('providerPayments')
    .values({
      ...said,
      provider: snapshot.provider,
      paymentId: snapshot.paymentId,
      orderId,
      externalReference: snapshot.externalReference,
      amount: numericFromCentavos(snapshot.amountCentavos),
      currency: snapshot.currency,
      endToEndId: snapshot.endToEndId,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider', 'paymentId']).doUpdateSet((eb) => ({
        ...said,
        endToEndId: eb.fn.coalesce('excluded.endToEndId', 'providerPayments.endToEndId'),
        updatedAt: eb.fn('now'),
      })),
    )
    .execute();
}

export async function markForReview(db: Kysely<DB>, orderId: string, reason: string): Promise<void> {
  await db.updateTable('orders').set({ reviewReason: reason }).where('id', '=', orderId).execute();
}

export async function recordOrderEvent(
  db: Kysely<DB>,
  orderId: string,
  kind: string,
  source: string,
  data: object,
): Promise<void> {
  await db
    .insertInto('orderEvents')
    .values({ orderId, kind, source, data: JSON.stringify(data) })
    .execute();
}

/** What an order can be paid with now, newest first. */
export async function findOpenAttempts(db: Kysely<DB>, orderId: string, now: Date) {
  const rows = await db
    .selectFrom('paymentAttempts')
    .select(['kind', 'amount', 'url', 'sandboxUrl', 'copyPaste', 'payableUntil'])
    .where('orderId', '=', orderId)
    .where('state', '=', 'open')
    .where('payableUntil', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ amount, payableUntil, ...row }) => ({
    ...row,
    amountCentavos: centavosFromNumeric(amount),
    payableUntil: payableUntil!,
  }));
}
