import { sql, type Transaction } from 'kysely';
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

/** Notes of a ticket that was merged into another. */
export async function moveSupportNotes(trx: Transaction<DB>, fromId: string, intoId: string): Promise<void> {
  await sql`update customer_interactions
    set interaction_data = jsonb_set(interaction_data, '{ticket_id}', to_jsonb(${intoId}::text))
    where interaction_type = 'support_note' and interaction_data ->> 'ticket_id' = ${fromId}`.execute(trx);
}
