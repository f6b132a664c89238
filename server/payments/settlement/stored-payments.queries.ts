import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB, ProviderPayments } from '@mare/database/schema.ts';
import { providerFee } from '@mare/domain/payments/ledger.ts';
import type { Disposition, PaymentState } from '@mare/domain/payments/payment-state.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';

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
 * Dispositions of payments whose snapshot is already applied: the payment is decided and stored as reported, its fee is
 * posted, and its order has no other open payment attempt. One statement for any number of snapshots.
 */
export async function findAppliedDispositions(
  db: Kysely<DB>,
  snapshots: readonly PaymentSnapshot[],
): Promise<(Disposition | null)[]> {
  const column = <Value>(of: (snapshot: PaymentSnapshot) => Value) => snapshots.map(of);
  // Scalar subqueries look up one row each. Within an `or`, PostgreSQL may scan the whole table of an `exists`.
  const { rows } = await sql<{ place: number; disposition: Disposition }>`
    select report.place::integer, payment.disposition
    from unnest(
      ${column(({ provider }) => provider)}::text[], ${column(({ paymentId }) => paymentId)}::text[],
      ${column(({ state }) => state)}::text[], ${column(({ updatedAt }) => updatedAt)}::timestamptz[],
      ${column(({ rawStatus }) => rawStatus)}::text[], ${column(({ rawDetail }) => rawDetail)}::text[],
      ${column(({ amountCentavos }) => numericFromCentavos(amountCentavos))}::numeric[],
      ${column(({ refundedCentavos }) => numericFromCentavos(refundedCentavos))}::numeric[],
      ${column(({ endToEndId }) => endToEndId)}::text[], ${column(({ feeCentavos }) => feeCentavos)}::integer[],
      ${column((snapshot) => providerFee(snapshot, 1).key)}::text[])
      with ordinality as report (provider, payment_id, state, updated_at, raw_status, raw_detail, amount, refunded,
        end_to_end_id, fee, fee_key, place)
    join provider_payments payment
      on payment.provider = report.provider and payment.payment_id = report.payment_id
    where payment.order_id is not null and payment.disposition <> 'open'
      and payment.state = report.state and payment.provider_updated_at = report.updated_at
      and payment.raw_status = report.raw_status and payment.raw_detail is not distinct from report.raw_detail
      and payment.amount = report.amount and payment.refunded = report.refunded
      and payment.end_to_end_id is not distinct from coalesce(report.end_to_end_id, payment.end_to_end_id)
      and (report.fee <= 0
        or (select true from ledger_entries where txn_key = report.fee_key and account = 'fees')
        or (select true from settlement_lines line
          where line.provider = payment.provider and line.payment_id = payment.payment_id
            and line.type = 'SETTLEMENT' limit 1))
      and not exists (select from payment_attempts attempt where attempt.order_id = payment.order_id
        and (attempt.state in ('open', 'unknown')
          or attempt.provider = payment.provider and attempt.provider_ref = payment.payment_id
            and attempt.state <> 'closed'))`.execute(db);
  const applied = new Map(rows.map(({ place, disposition }) => [place, disposition]));
  return snapshots.map((_, at) => applied.get(at + 1) ?? null);
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
  await storedSnapshots(snapshots).execute(db);
}

/** In key order, so that concurrent batches do not deadlock. Its text does not depend on the number of payments. */
export function storedSnapshots(snapshots: readonly SnapshotOfOrder[]): RawBuilder<unknown> {
  const column = <Value>(of: (stored: SnapshotOfOrder) => Value) => snapshots.map(of);
  return sql`
    insert into provider_payments as stored (provider, payment_id, order_id, external_reference, currency, end_to_end_id,
      state, raw_status, raw_detail, amount, refunded, method, approved_at, provider_updated_at, disposition)
    select * from unnest(
      ${column(({ snapshot }) => snapshot.provider)}::text[], ${column(({ snapshot }) => snapshot.paymentId)}::text[],
      ${column(({ orderId }) => orderId)}::uuid[], ${column(({ snapshot }) => snapshot.externalReference)}::text[],
      ${column(({ snapshot }) => snapshot.currency)}::text[], ${column(({ snapshot }) => snapshot.endToEndId)}::text[],
      ${column(({ snapshot }) => snapshot.state)}::text[], ${column(({ snapshot }) => snapshot.rawStatus)}::text[],
      ${column(({ snapshot }) => snapshot.rawDetail)}::text[],
      ${column(({ snapshot }) => numericFromCentavos(snapshot.amountCentavos))}::numeric[],
      ${column(({ snapshot }) => numericFromCentavos(snapshot.refundedCentavos))}::numeric[],
      ${column(({ snapshot }) => snapshot.method)}::text[],
      ${column(({ snapshot }) => snapshot.approvedAt)}::timestamptz[],
      ${column(({ snapshot }) => snapshot.updatedAt)}::timestamptz[], ${column(({ disposition }) => disposition)}::text[]
    ) as reported (provider, payment_id)
    order by provider, payment_id
    on conflict (provider, payment_id) do update set
      state = excluded.state, raw_status = excluded.raw_status, raw_detail = excluded.raw_detail,
      amount = excluded.amount, refunded = excluded.refunded, method = excluded.method,
      approved_at = excluded.approved_at, provider_updated_at = excluded.provider_updated_at,
      disposition = excluded.disposition, end_to_end_id = coalesce(excluded.end_to_end_id, stored.end_to_end_id),
      updated_at = now()`;
}
