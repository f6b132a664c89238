import { type Kysely, sql } from 'kysely';
import type { MailMetrics } from '@mare/contract/campaigns/automations-admin.ts';
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
  buyers: '0',
  revenue: '0',
});

export async function readMailMetrics(db: Kysely<DB>, now: Date): Promise<MailMetrics> {
  const since = new Date(now.getTime() - WINDOW_DAYS * 86_400_000);
  const { rows } = await sql<
    CountedStats & { automation: string | null; stepId: string | null; level: number }
  >`
    select automation, step_id, grouping(automation, step_id) as level, ${countStats}
    from ${messagesWithSales} where message.created_at >= ${since}
    group by rollup (automation, step_id)`.execute(db);
  const [perStep, perAutomation, total] = [0, 1, 3].map((level) => rows.filter((row) => row.level === level));
  return {
    total: total![0] ? toStats(total![0]) : NOTHING,
    automations: AUTOMATIONS.map((key) => {
      const row = perAutomation!.find(({ automation }) => automation === key);
      const steps = perStep!.flatMap(({ automation, stepId, ...counted }) =>
        automation === key && stepId !== null ? [{ id: stepId, stats: toStats(counted) }] : [],
      );
      return { key, stats: row ? toStats(row) : NOTHING, steps };
    }),
  };
}
