import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { adoptMessages } from '../automations/continue-runs.ts';
import { queueAutomatedMails } from '../automations/queue-automated-mails.ts';
import { queueMessagesDue, type Queueing, recoverMessages } from './queue-messages.ts';
import { isInAudience, storedConditions } from '../management/audience.queries.ts';
import { audienceExclusionOf, rifaOfCampaign } from '../management/audience-exclusion.queries.ts';

export const sendDueMailsJob = defineJob(
  'send-due-mails',
  { everyMinutes: 1 },
  async (platform: Queueing) => {
    await queueAutomatedMails(platform);
    await queueDueMails(platform);
  },
);

/** Starts scheduled campaigns, hands due mails to the outbox and finishes campaigns without open messages. */
export async function queueDueMails(platform: Queueing): Promise<void> {
  await recoverMessages(platform);
  await adoptMessages(platform.db);
  await startDueCampaigns(platform);
  await queueMessagesDue(platform);
  await finishCampaigns(platform);
}

/** Queues one message for each current member of the audience who may get it. */
async function startDueCampaigns({ db, clock }: Queueing): Promise<void> {
  const now = clock.now();
  const dueMails = await db
    .selectFrom('emailCampaigns')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('scheduledFor', '<=', now)
    .execute();
  for (const { id } of dueMails)
    await db.transaction().execute(async (trx) => {
      const started = await trx
        .updateTable('emailCampaigns')
        .set((eb) => ({ status: 'sending', startedAt: now, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'scheduled')
        .executeTakeFirst();
      if (started.numUpdatedRows === 0n) return;
      await sql`
        insert into email_messages (id, campaign_id, user_id, occasion, due_at, created_at)
        select gen_random_uuid(), campaign.id, profiles.id, 'campaign:' || campaign.id || ':' || profiles.id, ${now}, ${now}
        from email_campaigns as campaign
        join profiles on ${isInAudience(storedConditions('campaign'), now)}
        join auth.users on users.id = profiles.id and users.email is not null
        where campaign.id = ${id} and ${audienceExclusionOf(rifaOfCampaign('campaign'), now)} is null
        on conflict (occasion) do nothing`.execute(trx);
    });
}

async function finishCampaigns({ db, clock }: Queueing): Promise<void> {
  await sql`
    update email_campaigns as campaign set status = 'sent', finished_at = ${clock.now()}, version = version + 1
    where status = 'sending' and not exists (
      select from email_messages where campaign_id = campaign.id and state in ('waiting', 'claimed', 'sending'))`.execute(
    db,
  );
}
