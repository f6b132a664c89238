import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { StandTerms } from '@mare/domain/checkout/price-stand-sale.ts';

export interface RifaAtStand {
  terms: Omit<StandTerms, 'plans'> & { plans: StandTerms['plans'] | null };
  salesEndAt: Date;
  /** Neither sold nor reserved. */
  free: number;
  /** Unsold numbers of the seller's open allotments. */
  held: number;
}

/** Finds a rifa on sale; within a transaction, locks it against closing. @returns null if it is not on sale */
export async function findRifaAtStand(
  db: Kysely<DB>,
  { rifaId, sellerId, now, lock = false }: { rifaId: string; sellerId: string; now: Date; lock?: boolean },
): Promise<RifaAtStand | null> {
  const row = await db
    .selectFrom('rifas')
    .select(['title', 'totalNumbers', 'priceSteps', 'combos', 'purchaseTiers', 'minPerOrder', 'maxPerOrder'])
    .select([
      'salesEndAt',
      sql<number>`(price * 100)::integer`.as('priceCentavos'),
      sql<boolean>`choose_numbers and not exists (select from instant_prize_seeds where rifa_id = rifas.id)`.as(
        'choosesNumbers',
      ),
    ])
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .where('salesEndAt', '>', now)
    .where(sql<boolean>`coalesce(opens_at <= ${now}, true)`)
    .where('pausedAt', 'is', null)
    .$if(lock, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (!row) return null;
  const { rows } = await sql<{ taken: number; held: number }>`
    select
      (select coalesce(sum(sold + reserved), 0)::integer from rifa_counters where rifa_id = ${rifaId}) as taken,
      (select coalesce(sum(cardinality(unsold)), 0)::integer from stand_allotments
        where rifa_id = ${rifaId} and seller_id = ${sellerId} and ended_at is null) as held`.execute(db);
  const { salesEndAt, purchaseTiers, priceSteps, combos, ...terms } = row;
  return {
    terms: {
      ...terms,
      priceSteps: priceSteps as unknown as StandTerms['priceSteps'],
      combos: combos as unknown as StandTerms['combos'],
      plans: purchaseTiers as unknown as StandTerms['plans'] | null,
    },
    salesEndAt,
    free: terms.totalNumbers - rows[0]!.taken,
    held: rows[0]!.held,
  };
}
