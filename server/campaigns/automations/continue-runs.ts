/** The sequence of mails of one automation after one trigger: each mail queues the next one, once. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Automation, isEndedByPurchase } from '@mare/domain/campaigns/automations.ts';
import { holdersInDraw } from '../../orders/participation/holders-in-draw.ts';
import { isOnSale } from '../../orders/participation/rifa-on-sale.ts';
import { hasConsent } from '../../personalization/consent/read-consent.ts';
import type { Platform } from '../../platform/platform.ts';

interface RunMessage {
  userId: string;
  automation: Automation;
  occasion: string;
  /** Deduplication key of the first mail. */
  runKey: string;
  runStartedAt: Date;
}

/**
 * Whether the sequence stops: the reader bought, or declined reminders and offers, since the trigger, or the draw to
 * remind of is over. A cart reminder needs consent and a cart line that can still be bought; a line that was removed
 * does not count.
 */
export async function isRunOver(db: Kysely<DB>, message: RunMessage, now: Date): Promise<boolean> {
  const { userId, automation, occasion, runKey, runStartedAt } = message;
  if (
    automation === 'abandoned_cart' &&
    !((await hasConsent(db, userId, 'marketing')) && (await isCartOnSale(db, userId, now)))
  )
    return true;
  if (automation === 'draw_tomorrow' && !(await isDrawAhead(db, { userId, runKey }, now))) return true;
  if (!isEndedByPurchase(automation, { isFirst: occasion === runKey })) return false;
  const { rows } = await sql<{ isOver: boolean }>`
    select exists (
      select from orders
      where user_id = ${userId} and created_at >= ${runStartedAt} and status in ('pending', 'paid'))
    or exists (
      select from consents
      where user_id = ${userId} and decided_at >= ${runStartedAt} and not marketing) as is_over`.execute(db);
  return rows[0]!.isOver;
}

/** The reader still has cotas in the draw, which is yet to come. The run's key names its rifa. */
async function isDrawAhead(
  db: Kysely<DB>,
  { userId, runKey }: Pick<RunMessage, 'userId' | 'runKey'>,
  now: Date,
): Promise<boolean> {
  const [, rifaId] = runKey.split(':');
  const { rows } = await sql<{ isAhead: boolean }>`
    select exists (
      select from rifas join lateral (${holdersInDraw(sql.ref('rifas.id'))}) as holder on holder.user_id = ${userId}
      where rifas.id = ${rifaId} and rifas.status in ('active', 'closed') and rifas.draw_date > ${now}) as is_ahead`.execute(
    db,
  );
  return rows[0]!.isAhead;
}

async function isCartOnSale(db: Kysely<DB>, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isOnSale: boolean }>`
    select exists (
      select from abandoned_cart_tracking as tracked join rifas on rifas.id = tracked.rifa_id
      where tracked.user_id = ${userId} and tracked.recovered_at is null and tracked.taken_out_at is null
        and ${isOnSale(now)}) as is_on_sale`.execute(db);
  return rows[0]!.isOnSale;
}

/**
 * Queues the next mail after each of those given: the first step later than all steps of its run so far. Draw
 * reminders have no order: each has its own time before the draw.
 * @param messageIds sent or skipped mails; after a removed step, the wait counts from when its mail was queued
 */
export async function continueRuns(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  messageIds: readonly string[],
): Promise<void> {
  if (messageIds.length === 0) return;
  const now = clock.now();
  await sql`
    insert into email_messages
      (id, automation, step_id, user_id, occasion, run_key, run_started_at, facts, due_at, created_at)
    select gen_random_uuid(), last.automation, next.id, last.user_id, last.run_key || ':' || next.id, last.run_key,
      last.run_started_at, last.facts, next_due.at, ${now}
    from email_messages as last
    join email_automations as automation on automation.key = last.automation and automation.active
    join email_automation_steps as step on step.id = last.step_id
    join lateral (
      select candidate.id, candidate.delay_minutes from email_automation_steps as candidate
      where candidate.automation = last.automation and candidate.position > (
        select coalesce(max(had.position), 0) from email_messages as earlier
        join email_automation_steps as had on had.id = earlier.step_id
        where earlier.user_id = last.user_id and earlier.run_key = last.run_key)
      order by candidate.position limit 1) as next on true
    cross join lateral (
      select greatest(${now}::timestamptz, next.delay_minutes * interval '1 minute' +
        case when step.position is null then last.created_at else ${now}::timestamptz end) as at) as next_due
    where last.id = any (${messageIds}) and last.automation <> 'draw_tomorrow'
    on conflict do nothing`.execute(trx);
}

/** @returns those of these mails whose step was removed since they were queued */
export async function idsOfRemovedSteps(
  trx: Transaction<DB>,
  messageIds: readonly string[],
): Promise<string[]> {
  if (messageIds.length === 0) return [];
  const rows = await trx
    .selectFrom('emailMessages')
    .innerJoin('emailAutomationSteps as step', 'step.id', 'emailMessages.stepId')
    .select('emailMessages.id')
    .where('emailMessages.id', 'in', messageIds)
    .where('step.position', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Mails of the version without steps become those of the first step. */
export async function adoptMessages(db: Kysely<DB>): Promise<void> {
  await sql`
    update email_messages as message
    set step_id = step.id, run_key = message.occasion, run_started_at = message.created_at
    from email_automation_steps as step
    where step.automation = message.automation and step.position = 1 and message.state = 'waiting'
      and message.step_id is null`.execute(db);
}
