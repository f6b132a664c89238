import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { SettledState, TopicRules } from '../../mail/outbox/send-messages.ts';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import type { Platform } from '../../platform/platform.ts';
import { isOnSale } from '../../orders/participation/rifa-on-sale.ts';
import { continueRuns, idsOfRemovedSteps, isRunOver } from '../automations/continue-runs.ts';
import { decideSendTime } from './decide-send-time.ts';

/** Interval of checking a mail of a paused campaign, or of an announced rifa whose sales are paused. */
const PAUSED_MS = 60_000;

/** `failed`: rejected, or given up after the last attempt. An admin may resend one that was given up. */
const STATES: Record<SettledState, 'sent' | 'skipped' | 'failed'> = {
  sent: 'sent',
  skipped: 'skipped',
  rejected: 'failed',
  parked: 'failed',
};

interface Deps extends Pick<Platform, 'db' | 'clock'> {
  /** For reads by key: see `lookupsOf`. */
  lookups: Kysely<DB>;
}

/**
 * Rules of the outbox for mails of campaigns and automations: a pause, a cancellation and the reader's preferences
 * apply until the moment of sending, and the outcome is stored with the message for the panel's stats.
 */
export function campaignRules({ db, lookups, clock }: Deps): TopicRules {
  // Batches concurrent reads of mails that are about to be sent.
  const messages = createBatchLoader((ids: string[]) => readMessages(lookups, ids));
  return {
    async decideSendTime(id) {
      const message = await messages.load(id);
      if (!message) return 'now';
      const { boostedRifaId } = message;
      const announced = boostedRifaId && (await readAnnounced(db, boostedRifaId, clock.now()));
      if (announced === 'over') return 'never';
      if (message.status === 'paused' || announced === 'paused')
        return new Date(clock.now().getTime() + PAUSED_MS);
      if (message.status === 'cancelled' || message.active === false) return 'never';
      const { automation, runKey, runStartedAt } = message;
      if (automation !== null && runKey !== null && runStartedAt !== null) {
        if (message.position === null) return 'never';
        const run = { ...message, automation: automation as Automation, runKey, runStartedAt };
        if (await isRunOver(db, run, clock.now())) return 'never';
      }
      return decideSendTime(db, clock, message);
    },
    async onSettled(trx, settled) {
      const idsOf = (state: SettledState) => settled.filter((one) => one.state === state).map(({ id }) => id);
      await sql`
        update email_messages as message set state = settled.state,
          sent_at = case when settled.outcome = 'sent' then ${clock.now()} else message.sent_at end,
          bounced_at = case when settled.outcome = 'rejected' then coalesce(message.bounced_at, ${clock.now()})
            else message.bounced_at end
        from unnest(${settled.map(({ id }) => id)}::uuid[], ${settled.map(({ state }) => state)}::text[],
          ${settled.map(({ state }) => STATES[state])}::text[]) as settled (id, outcome, state)
        where message.id = settled.id and message.state in ('sending', 'failed')`.execute(trx);
      const skipped = await idsOfRemovedSteps(trx, idsOf('skipped'));
      await continueRuns(trx, { clock }, [...idsOf('sent'), ...skipped]);
    },
  };
}

/** Whether the announced rifa still sells: a mail may wait for hours for the time of day that its reader chose. */
async function readAnnounced(
  db: Kysely<DB>,
  rifaId: string,
  now: Date,
): Promise<'on_sale' | 'paused' | 'over'> {
  const rifa = await db
    .selectFrom('rifas')
    .select(isOnSale(now).as('isOnSale'))
    .select(
      sql<boolean>`status = 'active' and paused_at is not null and sales_end_at > ${now}`.as('isPaused'),
    )
    .where('id', '=', rifaId)
    .executeTakeFirst();
  if (rifa?.isOnSale) return 'on_sale';
  return rifa?.isPaused ? 'paused' : 'over';
}

/** Null for mail that belongs to no campaign, e.g. a test mail to an admin. */
async function readMessages(db: Kysely<DB>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('emailMessages as message')
    .leftJoin('emailCampaigns as campaign', 'campaign.id', 'message.campaignId')
    .leftJoin('emailAutomations as automated', 'automated.key', 'message.automation')
    .leftJoin('emailAutomationSteps as step', 'step.id', 'message.stepId')
    .select(['message.id', 'message.userId', 'message.automation', 'message.createdAt', 'message.occasion'])
    .select(['message.runKey', 'message.runStartedAt'])
    .select(['campaign.status', 'campaign.boostedRifaId', 'automated.active', 'step.position'])
    .where(sql<boolean>`message.id = any (${ids}::uuid[])`)
    .execute();
  const byId = new Map(rows.map((message) => [message.id, message]));
  return ids.map((id) => byId.get(id) ?? null);
}
