import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Whether two accounts belong to one person. Waits for a concurrent join of their persons. */
export async function isSamePerson(trx: Transaction<DB>, userId: string, otherId: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('profiles')
    .select(['id', 'personId'])
    .where('id', 'in', [userId, otherId])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id, personId }) => personId ?? id)).size === 1;
}
