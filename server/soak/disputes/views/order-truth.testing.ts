/** What each order is, by its payment at the provider. */
import { sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';

export type OrderTruth = Awaited<ReturnType<typeof readTruth>>[number];

/** Each order as its payment at the provider and its stored lines and gifts say. */
export async function readTruth(shop: DisputeShop, { orders }: DisputeHistory) {
  const { rows } = await sql<{
    id: string;
    state: string;
    detail: string;
    amount: string;
    refunded: string;
    status: string;
    total: string;
    lines: { rifaId: string; rifaStatus: string; numbers: number[] }[];
    gifts: { rifaId: string; number: number; recipientId: string; endedAt: string | null }[];
    openRefunds: number;
    cashOwed: number;
  }>`
    select orders.id, payment.status as state, payment.status_detail as detail, payment.amount::text,
      payment.refunded::text, orders.status, orders.total_amount::text as total,
      (select coalesce(json_agg(json_build_object('rifaId', rifa_id, 'rifaStatus', rifas.status,
          'numbers', selected_numbers) order by line_no), '[]')
        from order_items join rifas on rifas.id = rifa_id where order_id = orders.id) as lines,
      (select coalesce(json_agg(json_build_object('rifaId', rifa_id, 'number', number, 'recipientId', recipient_id,
          'endedAt', cancelled_at)), '[]')
        from cota_gifts where order_id = orders.id and claimed_at is not null) as gifts,
      (select count(*)::integer from refunds where payment_id = payment.id::text
        and refunds.state not in ('done', 'rejected')) as open_refunds,
      (select coalesce(sum(refunds.amount) * 100, 0)::integer from refunds where payment_id = payment.id::text
        and refunds.owed_again_since is not null) as cash_owed
    from orders join (
      select id::text as id, external_reference, status, status_detail, amount, refunded from sandbox.payments
      union all
      select payment_id, external_reference, state, '', amount, refunded from provider_payments where provider = 'cash'
    ) payment on payment.external_reference = orders.external_reference
      and payment.id = any(${orders.map(({ paymentId }) => paymentId)}::text[])
    where orders.id = any(${orders.map(({ id }) => id)}::uuid[])`.execute(shop.db);
  return orders.map((order) => {
    const row = rows.find(({ id }) => id === order.id)!;
    const amountCentavos = centavosFromNumeric(row.amount);
    const refundedCentavos = centavosFromNumeric(row.refunded);
    const isLost = row.state === 'charged_back' && row.detail === 'settled';
    const isDisputed =
      row.state === 'in_mediation' || (row.state === 'charged_back' && row.detail !== 'settled');
    return {
      ...order,
      status: row.status,
      isLost,
      isDisputed,
      isRefunded: row.state === 'refunded',
      amountCentavos,
      refundedCentavos,
      cashOwedCentavos: row.cashOwed,
      hasOpenRefund: row.openRefunds > 0,
      /** Also while the refund waits for the end of a dispute. */
      isGoingBack: row.openRefunds > 0 && !isLost,
      lines: row.lines,
      gifts: row.gifts,
    };
  });
}
