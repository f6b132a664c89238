import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { findLatestEntry } from '../transparency/entries/find-latest-entry.ts';
import { recordEntry } from '../transparency/entries/record-entry.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

export const recordCountsJob = defineJob('record-counts', { cron: '0 * * * *' }, recordCounts);

/** Records the number of sold cotas of each rifa in the public log, unless it equals the last record. */
export async function recordCounts(platform: Deps): Promise<void> {
  const { rows } = await sql<{ rifaId: string; sold: number }>`
    select c.rifa_id, sum(c.sold)::integer as sold from rifa_counters c join rifas r on r.id = c.rifa_id
    where r.status in ('active', 'closed') group by c.rifa_id order by c.rifa_id`.execute(platform.db);
  for (const { rifaId, sold } of rows)
    await platform.db.transaction().execute((trx) => recordCount(trx, platform, rifaId, sold));
}

async function recordCount(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  rifaId: string,
  soldNumbers: number,
): Promise<void> {
  const body = await findLatestEntry(trx, rifaId, 'count');
  const last = body && decodeEntry(body);
  if ((last?.kind === 'count' ? last.soldNumbers : 0) === soldNumbers) return;
  const soldManually = await countSoldManually(trx, rifaId);
  await recordEntry(trx, { kind: 'count', at: clock.now().toISOString(), rifaId, soldNumbers, soldManually });
}

/** Cotas of paid orders that a seller was paid for, in cash or by Pix to the organiser. */
async function countSoldManually(trx: Transaction<DB>, rifaId: string): Promise<number> {
  const { rows } = await sql<{ cotas: number }>`
    select coalesce(sum(cardinality(i.selected_numbers)), 0)::integer as cotas
    from provider_payments p
    join orders o on o.id = p.order_id and o.status = 'paid'
    join order_items i on i.order_id = o.id and i.rifa_id = ${rifaId}
    where p.provider = 'cash'`.execute(trx);
  return rows[0]!.cotas;
}
