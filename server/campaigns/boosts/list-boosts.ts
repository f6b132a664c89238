import type { Kysely, Transaction } from 'kysely';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import type { DB } from '@mare/database/schema.ts';
import type { ExpectedEffect } from '@mare/domain/campaigns/expected-effect.ts';
import type { CampaignStatus } from '@mare/domain/campaigns/campaign-state.ts';
import { expectedOf } from './expected-effect.queries.ts';
import { toStats, withStats } from '../management/campaigns.queries.ts';

const LISTED = 10;

export interface Boost {
  id: string;
  subject: string;
  status: CampaignStatus;
  createdAt: Date;
  startedAt: Date | null;
  couponCode: string | null;
  /** When the compared announcement was sent; null without one. */
  expected: ExpectedEffect | null;
  stats: MailStats;
}

/** Campaigns that announced a rifa, newest first. */
export async function listBoosts(db: Kysely<DB>, rifaId: string): Promise<Boost[]> {
  const rows = await withStats(db, (from) =>
    from
      .selectFrom('emailCampaigns')
      .selectAll()
      .where('boostedRifaId', '=', rifaId)
      .orderBy('createdAt', 'desc')
      .limit(LISTED),
  )
    .orderBy('campaign.createdAt', 'desc')
    .execute();
  return rows.map((row) => {
    const { id, subject, createdAt, startedAt, couponCode } = row;
    const status = row.status as CampaignStatus;
    return {
      id,
      subject,
      status,
      createdAt,
      startedAt,
      couponCode,
      expected: expectedOf(row),
      stats: toStats(row),
    };
  });
}

/** When the rifa was last announced; a cancelled announcement does not count. */
export async function findLastBoost(db: Kysely<DB> | Transaction<DB>, rifaId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('emailCampaigns')
    .select('createdAt')
    .where('boostedRifaId', '=', rifaId)
    .where('status', '!=', 'cancelled')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.createdAt ?? null;
}
