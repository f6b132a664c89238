import { type CampaignStatus, canMoveCampaign } from '@mare/domain/campaigns/campaign-state.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { sendDueMailsJob } from '../messages/send-due-mails.job.ts';
import { findCampaign } from './campaigns.queries.ts';

export type ChangeCampaignStateResult =
  | { ok: true; status: CampaignStatus; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'CAMPAIGN_STATE' };

const ACTION_LABELS: Record<Exclude<CampaignStatus, 'sent'>, string> = {
  draft: 'Tirou da agenda',
  scheduled: 'Agendou',
  sending: 'Retomou',
  paused: 'Pausou',
  cancelled: 'Cancelou',
};

/** Mails in flight still arrive after a pause or cancellation; no further one is sent. */
export async function changeCampaignState(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  by: PanelUser,
  change: {
    id: string;
    version: number;
    to: Exclude<CampaignStatus, 'sent'>;
    /** For `scheduled`; null: now. */
    scheduledFor: Date | null;
  },
): Promise<ChangeCampaignStateResult> {
  const { id, version, to, scheduledFor } = change;
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const campaign = await findCampaign(trx, id);
    if (!campaign) return { ok: false, code: 'NOT_FOUND' };
    if (!canMoveCampaign(campaign.status, to)) return { ok: false, code: 'CAMPAIGN_STATE' };
    const { numUpdatedRows } = await trx
      .updateTable('emailCampaigns')
      .set({
        status: to,
        version: version + 1,
        ...(to === 'scheduled' && { scheduledFor: scheduledFor ?? now }),
        ...(to === 'cancelled' && { finishedAt: now }),
      })
      .where('id', '=', id)
      .where('status', '=', campaign.status)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    // A scheduled campaign starts with the cron run of its minute.
    if (to === 'scheduled' && !scheduledFor) await platform.jobs.enqueue(trx, sendDueMailsJob, {});
    await recordActivity(trx, platform, {
      ...by,
      action: 'move-campaign',
      entityType: 'campaign',
      entityId: id,
      description: `${ACTION_LABELS[to]} a campanha “${campaign.name}”.`,
      details: { before: { status: campaign.status }, after: { status: to } },
    });
    return { ok: true, status: to, version: version + 1 };
  });
}
