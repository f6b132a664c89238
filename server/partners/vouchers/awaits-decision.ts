import { expressionBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { hasSealedRefund } from '../../orders/reading/prizes-on-hold.ts';

type WinnerColumn = 'rifaWinners.id' | 'serviceVouchers.winnerId' | 'voucher.winnerId';

/**
 * Whether an admin has to decide before a voucher is issued or used: the winner's order was refunded or is disputed.
 * A refund approved by two persons leaves the prize to its winner.
 * @param winnerColumn the winner's id in the query, with its table
 */
export function awaitsDecision(winnerColumn: WinnerColumn) {
  const builder = expressionBuilder<DB>();
  return builder.exists(
    builder
      .selectFrom('rifaWinners as decidedWinner')
      .innerJoin('orders', 'orders.id', 'decidedWinner.orderId')
      .select('orders.id')
      .where('decidedWinner.id', '=', sql.ref<string>(winnerColumn))
      .where((eb) =>
        eb.or([
          eb('orders.status', 'not in', ['paid', 'refunded']),
          eb.and([eb('orders.status', '=', 'refunded'), eb.not(hasSealedRefund('decidedWinner'))]),
          eb('orders.disputedAt', 'is not', null),
        ]),
      ),
  );
}
