import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Staff notes belong to the customer history and need no consent to measurement. */
export async function recordSupportNote(
  trx: Transaction<DB>,
  { userId, data, createdAt }: { userId: string | null; data: object; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto('customerInteractions')
    .values({
      userId,
      interactionType: 'support_note',
      interactionData: JSON.stringify(data),
      source: 'admin_panel',
      createdAt,
    })
    .execute();
}
