/**
 * Refunds that the provider rejected and a person paid from the organiser's own account. A stored payment counts them as
 * refunded; the provider does not know them and still holds their money.
 */
import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { PaymentSnapshot } from '../providers/payment-provider.ts';
import type { StoredPayment } from '../settlement/stored-payments.queries.ts';

/** @returns centavos; 0 without a query for a payment of which nothing is refunded */
export async function readPaidElsewhere(db: Kysely<DB>, stored: StoredPayment | null): Promise<number> {
  if (!stored || stored.refundedCentavos === 0) return 0;
  const { sum } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<string | null>('amount').as('sum'))
    .where('provider', '=', stored.provider)
    .where('paymentId', '=', stored.paymentId)
    .where('paidElsewhereAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return centavosFromNumeric(sum ?? '0');
}

/** Adds the refunds that the provider does not know to its report of a payment. */
export function withPaidElsewhere(snapshot: PaymentSnapshot, centavos: number): PaymentSnapshot {
  if (centavos === 0) return snapshot;
  const refundedCentavos = Math.min(snapshot.amountCentavos, snapshot.refundedCentavos + centavos);
  const isWhole = snapshot.state === 'approved' && refundedCentavos === snapshot.amountCentavos;
  return { ...snapshot, refundedCentavos, ...(isWhole && { state: 'refunded' }) };
}

/** Amount of a row `payment` of `provider_payments` that the provider holds, after refunds and charge-backs. */
export const HELD_BY_PROVIDER = sql<string>`(
  case when payment.state in ('refunded', 'charged_back') then 0 else payment.amount - payment.refunded end
  + case when payment.refunded > 0 and payment.state <> 'charged_back' then coalesce((
      select sum(elsewhere.amount) from refunds elsewhere
      where elsewhere.provider = payment.provider and elsewhere.payment_id = payment.payment_id
        and elsewhere.paid_elsewhere_at is not null), 0)
    else 0 end)`;
