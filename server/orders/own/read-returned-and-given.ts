import type { Kysely } from 'kysely';
import type { OrderDetail } from '@mare/contract/orders/orders.ts';
import type { DB } from '@mare/database/schema.ts';
import { countGivenAway } from '../gifts/gifts.queries.ts';
import type { StoredOrder } from '../order.queries.ts';
import { listReturned } from '../returns/returned-cotas.ts';

/** What left a paid order. */
export async function readReturnedAndGiven(
  db: Kysely<DB>,
  { id, status }: Pick<StoredOrder, 'id' | 'status'>,
): Promise<Pick<OrderDetail, 'returned' | 'givenAway'>> {
  return {
    // Cotas go back from paid orders only.
    returned: status === 'pending' ? [] : await listReturned(db, id),
    givenAway: status === 'paid' ? await countGivenAway(db, id) : 0,
  };
}
