import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { Platform } from '../platform/platform.ts';

export interface AutomatedMail {
  automation: Automation;
  userId: string;
  /** Deduplication key. */
  deduplicationKey: string;
}

/** Enqueues an automated mail after its configured delay, in the caller's transaction, if its automation is active. */
export async function queueAutomatedMail(
  trx: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { automation, userId, deduplicationKey }: AutomatedMail,
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into email_messages (id, automation, user_id, occasion, due_at, created_at)
    select gen_random_uuid(), key, ${userId}::uuid, ${deduplicationKey}, ${now}::timestamptz + delay_minutes * interval '1 minute',
      ${now}::timestamptz
    from email_automations where key = ${automation} and active
    on conflict (occasion) do nothing`.execute(trx);
}
