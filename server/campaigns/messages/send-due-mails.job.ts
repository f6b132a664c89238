import { sql } from 'kysely';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { queueAutomatedMails } from '../automations/queue-automated-mails.ts';
import { claimMessage } from './claim-message.ts';
import { sendMessage, type Sending, recoverMessages } from './send-message.ts';

/** Concurrent sends per process. */
const CONCURRENCY = 5;

export const sendDueMailsJob = defineJob(
  'send-due-mails',
  { cron: '* * * * *' },
  async (platform: Sending & Pick<Platform, 'random'>) => {
    await queueAutomatedMails(platform);
    await sendDueMails(platform);
  },
);

/** Starts scheduled campaigns, sends due mails and finishes campaigns without open messages. */
export async function sendDueMails(platform: Sending): Promise<void> {
  await recoverMessages(platform);
  await startDueCampaigns(platform);
  await Promise.all(Array.from({ length: CONCURRENCY }, () => sendUntilDone(platform)));
  await finishCampaigns(platform);
}

async function sendUntilDone(platform: Sending): Promise<void> {
  for (;;) {
    const message = await claimMessage(platform);
    if (!message) return;
    await sendMessage(platform, message);
  }
}

/** Queues one message for each current member of the audience. */
async function startDueCampaigns({ db, clock }: Sending): Promise<void> {
  const now = clock.now();
  const due = await db
    .selectFrom('emailCampaigns')
    .select('id')
    .where('status', '=', 'scheduled')
    .where('scheduledFor', '<=', now)
    .execute();
  for (const { id } of due)
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
        join profiles on campaign.segments = '{}' or profiles.segment = any (campaign.segments)
        join auth.users on users.id = profiles.id and users.email is not null
        where campaign.id = ${id}
        on conflict (occasion) do nothing`.execute(trx);
    });
}

async function finishCampaigns({ db, clock }: Sending): Promise<void> {
  await sql`
    update email_campaigns as campaign set status = 'sent', finished_at = ${clock.now()}, version = version + 1
    where status = 'sending' and not exists (
      select from email_messages where campaign_id = campaign.id and state in ('waiting', 'claimed', 'sending'))`.execute(
    db,
  );
}
