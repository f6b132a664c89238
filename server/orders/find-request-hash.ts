import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Hash of the request that an order of this key was made of; null if there is no such order. */
export async function findRequestHash(
  db: Kysely<DB>,
  { userId, clientRequestId }: { userId: string; clientRequestId: string },
): Promise<string | null> {
  const order = await db
    .selectFrom('orders')
    .select('requestHash')
    .where('userId', '=', userId)
    .where('clientRequestId', '=', clientRequestId)
    .executeTakeFirst();
  return order?.requestHash ?? null;
}
