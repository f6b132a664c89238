import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { areInstantPrizesOnHold } from '../../orders/reading/prizes-on-hold.ts';

/** Positions of found cotas premiadas that cannot be delivered now: the payment is disputed or went back. */
export async function listHeldInstantPrizes(db: Kysely<DB>, rifaId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('instantPrizes as prize')
    .innerJoin('orders', 'orders.id', 'prize.orderId')
    .select('prize.position')
    .where('prize.rifaId', '=', rifaId)
    .where('prize.voidedAt', 'is', null)
    .where('prize.deliveredAt', 'is', null)
    .where(areInstantPrizesOnHold)
    .orderBy('prize.position')
    .execute();
  return rows.map(({ position }) => position);
}
