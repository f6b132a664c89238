import { sql } from 'kysely';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { SettledState, TopicRules } from '../../mail/outbox/send-messages.ts';
import type { Platform } from '../../platform/platform.ts';
import { continueRuns, isRunOver, isStepRemoved } from '../automations/continue-runs.ts';
import { whenToSend } from './when-to-send.ts';

/** A mail of a paused campaign is looked at again after so long. */
const PAUSED_MS = 60_000;

/** `failed`: rejected, or given up after the last attempt. An admin may send a given up one again. */
const STATES: Record<SettledState, 'sent' | 'skipped' | 'failed'> = {
  sent: 'sent',
  skipped: 'skipped',
  rejected: 'failed',
  parked: 'failed',
};

/**
 * Mails of campaigns and automations in the outbox: a pause, a cancellation and the reader's wishes count until the moment
 * of sending, and the outcome is kept with the message, for the panel's figures.
 */
export function campaignRules({ db, clock }: Pick<Platform, 'db' | 'clock'>): TopicRules {
  return {
    async whenToSend(id) {
      const message = await db
        .selectFrom('emailMessages as message')
        .leftJoin('emailCampaigns as campaign', 'campaign.id', 'message.campaignId')
        .leftJoin('emailAutomations as automated', 'automated.key', 'message.automation')
        .leftJoin('emailAutomationSteps as step', 'step.id', 'message.stepId')
        .select([
          'message.id',
          'message.userId',
          'message.automation',
          'message.createdAt',
          'message.occasion',
        ])
        .select(['message.runKey', 'message.runStartedAt'])
        .select(['campaign.status', 'automated.active', 'step.position'])
        .where('message.id', '=', id)
        .executeTakeFirst();
      // A test mail to an admin has no row.
      if (!message) return 'now';
      if (message.status === 'paused') return new Date(clock.now().getTime() + PAUSED_MS);
      if (message.status === 'cancelled' || message.active === false) return 'never';
      const { automation, runKey, runStartedAt } = message;
      if (automation !== null && runKey !== null && runStartedAt !== null) {
        if (message.position === null) return 'never';
        const run = { ...message, automation: automation as Automation, runKey, runStartedAt };
        if (await isRunOver(db, run, clock.now())) return 'never';
      }
      return whenToSend(db, clock, message);
    },
    async onSettled(trx, id, state) {
      const now = clock.now();
      await trx
        .updateTable('emailMessages')
        .set({
          state: STATES[state],
          ...(state === 'sent' && { sentAt: now }),
          ...(state === 'rejected' && { bouncedAt: sql<Date>`coalesce(bounced_at, ${now})` }),
        })
        .where('id', '=', id)
        .where('state', 'in', ['sending', 'failed'])
        .execute();
      if (state === 'sent' || (state === 'skipped' && (await isStepRemoved(trx, id))))
        await continueRuns(trx, { clock }, [id]);
    },
  };
}
