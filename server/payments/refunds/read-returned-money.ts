import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** Centavos of the payment that settled an order which have gone back to the buyer so far; 0 for an order never paid. */
export async function readReturnedCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  const payment = await db
    .selectFrom('providerPayments')
    .select('refunded')
    .where('orderId', '=', orderId)
    .where('disposition', '=', 'settles')
    .executeTakeFirst();
  return centavosFromNumeric(payment?.refunded ?? '0');
}
