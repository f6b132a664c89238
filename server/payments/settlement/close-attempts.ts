import { type RawBuilder, sql } from 'kysely';
import { moneyWasSeen } from '@mare/domain/payments/payment-state.ts';
import { firstCheckAfterClose } from '../check-schedule.ts';
import type { StoredPayment } from './stored-payments.queries.ts';

type PaymentOfOrder = Pick<StoredPayment, 'provider' | 'paymentId' | 'state'> & { orderId: string };

/**
 * Closes the Pix attempts of ended payments. After money was received, also closes every other attempt of the order:
 * they are made unpayable at the provider as soon as possible, to prevent a second payment.
 */
export function closeAttempts(payments: readonly PaymentOfOrder[], now: Date): RawBuilder<unknown> {
  return sql`
    update payment_attempts attempt set
      state = case when own then 'closed' else 'closing' end,
      checks = case when own then 0 else checks end,
      next_check_at = case when not own then ${now}::timestamptz
        when not has_money then ${firstCheckAfterClose(now)}::timestamptz end,
      updated_at = ${now}
    from (
      select id, has_money,
        of_order.provider = payment.provider and provider_ref is not distinct from payment.payment_id as own
      from unnest(${payments.map(({ orderId }) => orderId)}::uuid[], ${payments.map(({ provider }) => provider)}::text[],
        ${payments.map(({ paymentId }) => paymentId)}::text[],
        ${payments.map(({ state }) => moneyWasSeen(state))}::boolean[])
        as payment (order_id, provider, payment_id, has_money)
      join payment_attempts of_order on of_order.order_id = payment.order_id
      order by id for no key update of of_order
    ) as of_order
    where attempt.id = of_order.id
      and (own and state <> 'closed' or not own and has_money and state in ('open', 'unknown'))`;
}
