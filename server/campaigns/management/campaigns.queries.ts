import { type Kysely, type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Campaign, CampaignRow, campaignsAdmin } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB, EmailCampaigns } from '@mare/database/schema.ts';
import type { CampaignStatus } from '@mare/domain/campaigns/campaign-state.ts';
import { toListPage, pageWindow, startsWith } from '../../platform/database/list-page.ts';
import { audienceOf } from './audience.queries.ts';
import { messagesWithSales } from './mail-sales.queries.ts';

type ListInput = z.output<NonNullable<(typeof campaignsAdmin.list)['~orpc']['inputSchema']>>;

/** Aggregates over `messagesWithSales`. */
export const countStats = sql<string>`
  count(*) as recipients,
  count(*) filter (where state in ('sent', 'failed')) as sent,
  count(*) filter (where state = 'sent') as delivered,
  count(*) filter (where state = 'skipped') as skipped,
  count(*) filter (where state = 'sent' and measured) as measured,
  count(opened_at) as opened, count(clicked_at) as clicked, count(bounced_at) as bounced, count(unsubscribed_at) as unsubscribed,
  coalesce(sum(sold.orders), 0) as orders, count(*) filter (where sold.orders > 0) as buyers,
  coalesce(sum(sold.revenue), 0) as revenue`;

const NAMES = [
  'recipients',
  'sent',
  'delivered',
  'skipped',
  'measured',
  'opened',
  'clicked',
  'unsubscribed',
  'bounced',
  'orders',
  'buyers',
] as const satisfies (keyof MailStats)[];

export type CountedStats = Record<(typeof NAMES)[number] | 'revenue', string>;

export function toStats(row: CountedStats): MailStats {
  const counts = NAMES.map((name) => [name, Number(row[name])]);
  return { ...Object.fromEntries(counts), revenueCentavos: centavosFromNumeric(row.revenue) } as MailStats;
}

type Executor = Kysely<DB> | Transaction<DB>;

/** @param chosen campaigns on the page: only their mails are counted */
export function withStats(
  db: Executor,
  chosen: (db: Executor) => SelectQueryBuilder<DB, 'emailCampaigns', Selectable<EmailCampaigns>>,
) {
  return db
    .selectFrom(chosen(db).as('campaign'))
    .innerJoinLateral(
      sql<CountedStats>`(select ${countStats} from ${messagesWithSales} where campaign_id = campaign.id)`.as(
        'counted',
      ),
      (join) => join.onTrue(),
    )
    .selectAll('campaign')
    .select([...NAMES.map((name) => `counted.${name}` as const), 'counted.revenue']);
}

type Row = Awaited<ReturnType<ReturnType<typeof withStats>['execute']>>[number];

function toRow(row: Row): CampaignRow {
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    status: row.status as CampaignStatus,
    ...audienceOf(row),
    scheduledFor: row.scheduledFor?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    stats: toStats(row),
  };
}

export async function selectCampaigns(db: Kysely<DB>, { search, sort, status, page }: ListInput) {
  const { limit, offset } = pageWindow(page);
  const inOrder = sort === 'name' ? sql`name, id` : sql`created_at desc, id`;
  const found = await withStats(db, (from) =>
    from
      .selectFrom('emailCampaigns')
      .selectAll()
      .$if(status !== '', (query) => query.where('status', '=', status))
      .$if(search !== '', (query) => query.where('name', 'ilike', `%${startsWith(search.trim())}`))
      .orderBy(inOrder)
      .limit(limit)
      .offset(offset),
  )
    .orderBy(inOrder)
    .execute();
  return toListPage(found.map(toRow));
}

export async function findCampaign(db: Executor, id: string): Promise<Campaign | null> {
  const row = await withStats(db, (from) =>
    from.selectFrom('emailCampaigns').selectAll().where('id', '=', id),
  ).executeTakeFirst();
  if (!row) return null;
  return {
    ...toRow(row),
    body: row.body,
    buttonLabel: row.buttonLabel,
    buttonPath: row.buttonPath,
    kind: row.kind as Campaign['kind'],
    perMinute: row.perMinute,
    version: row.version,
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}
