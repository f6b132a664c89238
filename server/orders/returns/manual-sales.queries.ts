import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';

/** @returns those of the orders that are manual sales, whose refunds are handed over in cash */
export async function selectManualSales(db: Kysely<DB>, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('providerPayments')
    .select('orderId')
    .where('orderId', 'in', orderIds)
    .where('provider', '=', CASH)
    .where('disposition', '=', 'settles')
    .execute();
  return new Set(rows.flatMap(({ orderId }) => orderId ?? []));
}
