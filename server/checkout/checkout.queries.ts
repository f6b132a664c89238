import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { RifaOnSale } from '@mare/domain/checkout/price-cart.ts';

export interface OfferedRifa extends RifaOnSale {
  /** Whether the person may take part in it, as far as they have said where they live and when they were born. */
  isOpenToBuyer: boolean;
}

/** Those of the rifas that sell at this moment, by id. */
export async function findRifasOnSale(
  db: Database,
  userId: string,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, OfferedRifa>> {
  const rows = await db
    .selectFrom('rifas')
    .leftJoin('profiles', (join) => join.on('profiles.id', '=', userId))
    .select([
      'rifas.id',
      'rifas.title',
      'rifas.price',
      'rifas.totalNumbers',
      'rifas.minPerOrder',
      'rifas.maxPerOrder',
      sql<boolean>`profiles.birth_date is not null and can_user_participate_in_rifa(profiles.id, rifas.id)`.as(
        'isOpenToBuyer',
      ),
    ])
    .where('rifas.id', 'in', [...new Set(ids)])
    .where('rifas.status', '=', 'active')
    .where('rifas.drawDate', '>', now)
    .execute();
  return new Map(
    rows.map(({ price, ...rifa }) => [rifa.id, { ...rifa, priceCentavos: centavosFromNumeric(price) }]),
  );
}
