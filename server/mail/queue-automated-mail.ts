import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { Platform } from '../platform/platform.ts';

export interface AutomatedMailRecipient {
  userId: string;
  /** Deduplication key of the trigger. */
  deduplicationKey: string;
}

export interface AutomatedMail extends AutomatedMailRecipient {
  automation: Automation;
}

/**
 * Enqueues the first mail of an automation after its configured delay, in the caller's transaction, if the automation is
 * active. Each mail enqueues the one after it.
 */
export function queueAutomatedMail(
  trx: Kysely<DB> | Transaction<DB>,
  platform: Pick<Platform, 'clock'>,
  { automation, ...recipient }: AutomatedMail,
): Promise<void> {
  return queueAutomationMails(trx, platform, automation, [recipient]);
}

/** Like `queueAutomatedMail` for many people, in one statement. */
export async function queueAutomationMails(
  trx: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  automation: Automation,
  recipients: readonly AutomatedMailRecipient[],
): Promise<void> {
  if (recipients.length === 0) return;
  const now = clock.now();
  await sql`
    insert into email_messages (id, automation, step_id, user_id, occasion, run_key, run_started_at, due_at, created_at)
    select gen_random_uuid(), key, step.id, recipient.user_id, recipient.occasion, recipient.occasion, ${now}::timestamptz,
      ${now}::timestamptz + step.delay_minutes * interval '1 minute', ${now}
    from email_automations
    join email_automation_steps as step on step.automation = key and step.position = 1
    cross join unnest(${recipients.map(({ userId }) => userId)}::uuid[],
      ${recipients.map(({ deduplicationKey }) => deduplicationKey)}::text[]) as recipient (user_id, occasion)
    where key = ${automation} and active
    on conflict do nothing`.execute(trx);
}
