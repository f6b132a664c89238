import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

type Reaction = 'opened_at' | 'clicked_at' | 'unsubscribed_at';

/**
 * Records the first time only. A click implies an open, as mail clients may block the pixel. Opens and clicks are recorded
 * while the reader consents to measurement: links of mails sent before a withdrawal still work.
 */
export async function recordReaction(
  db: Kysely<DB> | Transaction<DB>,
  messageId: string,
  reaction: Reaction,
  now: Date,
): Promise<void> {
  const isAllowed =
    reaction === 'unsubscribed_at'
      ? sql`true`
      : sql`coalesce((select measurement from consents where consents.user_id = email_messages.user_id
          order by id desc limit 1), false)`;
  await sql`
    update email_messages
    set ${sql.ref(reaction)} = ${now}${reaction === 'clicked_at' ? sql`, opened_at = coalesce(opened_at, ${now})` : sql``}
    where id = ${messageId} and sent_at is not null and ${sql.ref(reaction)} is null and ${isAllowed}`.execute(
    db,
  );
}
