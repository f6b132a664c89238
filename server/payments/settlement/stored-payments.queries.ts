import { type Kysely, type Selectable, sql } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB, ProviderPayments } from '@mare/database/schema.ts';
import { providerFee } from '@mare/domain/payments/ledger.ts';
import type { Disposition, PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot } from '../payment-provider.ts';

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

const COLUMNS = [
  'provider',
  'paymentId',
  'orderId',
  'state',
  'amount',
  'refunded',
  'providerUpdatedAt',
  'disposition',
] as const;

export async function findStoredPayment(
  db: Kysely<DB>,
  provider: string,
  paymentId: string,
): Promise<StoredPayment | null> {
  const row = await db
    .selectFrom('providerPayments')
    .select(COLUMNS)
    .where('provider', '=', provider)
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  return row ? storedPayment(row) : null;
}

export async function findPaymentsOfOrder(db: Kysely<DB>, orderId: string): Promise<StoredPayment[]> {
  const rows = await db
    .selectFrom('providerPayments')
    .select(COLUMNS)
    .where('orderId', '=', orderId)
    .execute();
  return rows.map(storedPayment);
}

function storedPayment(row: Pick<Selectable<ProviderPayments>, (typeof COLUMNS)[number]>): StoredPayment {
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

/**
 * The disposition of a payment whose report was applied before and left nothing to do: the payment is decided and stored as reported, its fee is
 * in the books, and no other way to pay its order is open.
 */
export async function findAppliedDisposition(
  db: Kysely<DB>,
  snapshot: PaymentSnapshot,
): Promise<Disposition | null> {
  const { rows } = await sql<{ disposition: Disposition }>`
    select payment.disposition from provider_payments payment
    where payment.provider = ${snapshot.provider} and payment.payment_id = ${snapshot.paymentId}
      and payment.order_id is not null and payment.disposition <> 'open'
      and payment.state = ${snapshot.state} and payment.provider_updated_at = ${snapshot.updatedAt}
      and payment.raw_status = ${snapshot.rawStatus}
      and payment.raw_detail is not distinct from ${snapshot.rawDetail}
      and payment.amount = ${numericFromCentavos(snapshot.amountCentavos)}
      and payment.refunded = ${numericFromCentavos(snapshot.refundedCentavos)}
      and payment.end_to_end_id is not distinct from coalesce(${snapshot.endToEndId}, payment.end_to_end_id)
      and (${snapshot.feeCentavos}::integer <= 0
        or exists (select from ledger_entries where txn_key = ${providerFee(snapshot, 1).key} and account = 'fees')
        or exists (select from settlement_lines line
          where line.provider = payment.provider and line.payment_id = payment.payment_id and line.type = 'SETTLEMENT'))
      and not exists (select from payment_attempts attempt where attempt.order_id = payment.order_id
        and (attempt.state in ('open', 'unknown')
          or attempt.provider = payment.provider and attempt.provider_ref = payment.payment_id
            and attempt.state <> 'closed'))`.execute(db);
  return rows[0]?.disposition ?? null;
}

export interface SnapshotOfOrder {
  snapshot: PaymentSnapshot;
  orderId: string | null;
  disposition: Disposition;
}

export function storeSnapshot(
  db: Kysely<DB>,
  snapshot: PaymentSnapshot,
  orderId: string | null,
  disposition: Disposition,
): Promise<void> {
  return storeSnapshots(db, [{ snapshot, orderId, disposition }]);
}

/** Stores snapshots of different payments in one statement. */
export async function storeSnapshots(db: Kysely<DB>, snapshots: readonly SnapshotOfOrder[]): Promise<void> {
  await db
    .insertInto('providerPayments')
    .values(
      snapshots.map(({ snapshot, orderId, disposition }) => ({
        provider: snapshot.provider,
        paymentId: snapshot.paymentId,
        orderId,
        externalReference: snapshot.externalReference,
        currency: snapshot.currency,
        endToEndId: snapshot.endToEndId,
        state: snapshot.state,
        rawStatus: snapshot.rawStatus,
        rawDetail: snapshot.rawDetail,
        amount: numericFromCentavos(snapshot.amountCentavos),
        refunded: numericFromCentavos(snapshot.refundedCentavos),
        method: snapshot.method,
        approvedAt: snapshot.approvedAt,
        providerUpdatedAt: snapshot.updatedAt,
        disposition,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['provider', 'paymentId']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        rawStatus: eb.ref('excluded.rawStatus'),
        rawDetail: eb.ref('excluded.rawDetail'),
        amount: eb.ref('excluded.amount'),
        refunded: eb.ref('excluded.refunded'),
        method: eb.ref('excluded.method'),
        approvedAt: eb.ref('excluded.approvedAt'),
        providerUpdatedAt: eb.ref('excluded.providerUpdatedAt'),
        disposition: eb.ref('excluded.disposition'),
        endToEndId: eb.fn.coalesce('excluded.endToEndId', 'providerPayments.endToEndId'),
        updatedAt: eb.fn('now'),
      })),
    )
    .execute();
}
