import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { Platform } from '../platform/platform.ts';

export interface AutomatedMail {
  automation: Automation;
  userId: string;
  /** Deduplication key of the trigger. */
  deduplicationKey: string;
}

/**
 * Enqueues the first mail of an automation after its configured delay, in the caller's transaction, if the automation is
 * active. Each mail enqueues the one after it.
 */
export async function queueAutomatedMail(
  trx: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { automation, userId, deduplicationKey }: AutomatedMail,
): Promise<void> {
  const now = clock.now();
  await sql`
    insert into email_messages (id, automation, step_id, user_id, occasion, run_key, run_started_at, due_at, created_at)
    select gen_random_uuid(), key, step.id, ${userId}::uuid, ${deduplicationKey}, ${deduplicationKey}, ${now}::timestamptz,
      ${now}::timestamptz + step.delay_minutes * interval '1 minute', ${now}
    from email_automations
    join email_automation_steps as step on step.automation = key and step.position = 1
    where key = ${automation} and active
    on conflict do nothing`.execute(trx);
}
