import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** @returns centavos refunded so far of the payment that settled the order; 0 for an unpaid order */
export async function readReturnedCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  const payment = await db
    .selectFrom('providerPayments')
    .select('refunded')
    .where('orderId', '=', orderId)
    .where('disposition', '=', 'settles')
    .executeTakeFirst();
  return centavosFromNumeric(payment?.refunded ?? '0');
}
