import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Merges the preferences of two accounts: a kind that either has switched off stays off. */
export async function mergeEmailPreferences(
  trx: Transaction<DB>,
  id: string,
  formerId: string,
): Promise<void> {
  await sql`
    update email_preferences as mine set
      marketing_emails = mine.marketing_emails and theirs.marketing_emails,
      transactional_emails = mine.transactional_emails and theirs.transactional_emails,
      weekly_newsletter = mine.weekly_newsletter and theirs.weekly_newsletter,
      promotional_emails = mine.promotional_emails and theirs.promotional_emails
    from email_preferences as theirs where mine.user_id = ${id} and theirs.user_id = ${formerId}`.execute(
    trx,
  );
  const mine = await trx
    .selectFrom('emailPreferences')
    .select('userId')
    .where('userId', '=', id)
    .executeTakeFirst();
  if (mine) await trx.deleteFrom('emailPreferences').where('userId', '=', formerId).execute();
  else await trx.updateTable('emailPreferences').set({ userId: id }).where('userId', '=', formerId).execute();
}
