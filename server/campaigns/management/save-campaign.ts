import type { Campaign, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import { changedFields } from '@mare/domain/admin/changed-fields.ts';
import { pickAudience } from '@mare/domain/campaigns/audience.ts';
import { isCampaignOpen } from '@mare/domain/campaigns/campaign-state.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { audienceRow } from './audience.queries.ts';
import { findCampaign } from './campaigns.queries.ts';

export type SaveCampaignResult =
  | { ok: true; id: string; version: number }
  | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' | 'CAMPAIGN_STATE' };

/** Creates a draft (without an id), or updates one. @param version as read by the caller, for optimistic locking */
export async function saveCampaign(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  { id, version, campaign }: { id: string | null; version: number; campaign: EditedCampaign },
): Promise<SaveCampaignResult> {
  const { db, clock, random } = platform;
  return db.transaction().execute(async (trx) => {
    const log = (action: string, entityId: string, description: string, details: object) =>
      recordActivity(trx, platform, {
        ...by,
        action,
        entityType: 'campaign',
        entityId,
        description,
        details: { ...details },
      });
    if (id === null) {
      const newId = random.uuid();
      await trx
        .insertInto('emailCampaigns')
        .values({ id: newId, ...columnsOf(campaign), createdBy: by.userId, createdAt: clock.now() })
        .execute();
      await log('create-campaign', newId, `Criou a campanha “${campaign.name}”.`, { after: campaign });
      return { ok: true, id: newId, version: 1 };
    }
    const before = await findCampaign(trx, id);
    if (!before) return { ok: false, code: 'NOT_FOUND' };
    if (before.version !== version) return { ok: false, code: 'VERSION_CONFLICT' };
    if (!isCampaignOpen(before.status)) return { ok: false, code: 'CAMPAIGN_STATE' };
    const { numUpdatedRows } = await trx
      .updateTable('emailCampaigns')
      .set({ ...columnsOf(campaign), version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'VERSION_CONFLICT' };
    const changes = changedFields(editedPartOf(before), campaign);
    await log('change-campaign', id, `Alterou a campanha “${campaign.name}”.`, changes);
    return { ok: true, id, version: version + 1 };
  });
}

function editedPartOf({
  name,
  subject,
  body,
  buttonLabel,
  buttonPath,
  kind,
  perMinute,
  ...campaign
}: Campaign): EditedCampaign {
  return { name, subject, body, buttonLabel, buttonPath, kind, perMinute, ...pickAudience(campaign) };
}

function columnsOf({
  name,
  subject,
  body,
  buttonLabel,
  buttonPath,
  kind,
  perMinute,
  ...rest
}: EditedCampaign) {
  return { name, subject, body, buttonLabel, buttonPath, kind, perMinute, ...audienceRow(rest) };
}
