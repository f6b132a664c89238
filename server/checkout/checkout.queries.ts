import type { Database } from '@mare/database/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { RifaOnSale } from '@mare/domain/checkout/price-cart.ts';

/** Those of the rifas that sell at this moment, by id. */
export async function findRifasOnSale(
  db: Database,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, RifaOnSale>> {
  const rows = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'price', 'totalNumbers', 'minPerOrder', 'maxPerOrder'])
    .where('id', 'in', [...new Set(ids)])
    .where('status', '=', 'active')
    .where('drawDate', '>', now)
    .execute();
  return new Map(
    rows.map(({ price, ...rifa }) => [rifa.id, { ...rifa, priceCentavos: centavosFromNumeric(price) }]),
  );
}
