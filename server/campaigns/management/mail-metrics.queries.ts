import { type Kysely, sql } from 'kysely';
import type { MailMetrics } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { AUTOMATIONS } from '@mare/domain/campaigns/automations.ts';
import { type CountedStats, countStats, toStats } from './campaigns.queries.ts';
import { messagesWithSales } from './mail-sales.queries.ts';

const WINDOW_DAYS = 30;
const NOTHING = toStats({
  recipients: '0',
  sent: '0',
  delivered: '0',
  skipped: '0',
  measured: '0',
  opened: '0',
  clicked: '0',
  unsubscribed: '0',
  bounced: '0',
  orders: '0',
  revenue: '0',
});

export async function readMailMetrics(db: Kysely<DB>, now: Date): Promise<MailMetrics> {
  const since = new Date(now.getTime() - WINDOW_DAYS * 86_400_000);
  const { rows } = await sql<CountedStats & { automation: string | null; isTotal: number }>`
    select automation, grouping(automation) as is_total, ${countStats}
    from ${messagesWithSales} where message.created_at >= ${since}
    group by rollup (automation)`.execute(db);
  const total = rows.find((row) => row.isTotal === 1);
  return {
    total: total ? toStats(total) : NOTHING,
    automations: AUTOMATIONS.map((key) => {
      const row = rows.find(({ automation }) => automation === key);
      return { key, stats: row ? toStats(row) : NOTHING };
    }),
  };
}
