/**
 * Computes the number pages of order lines that have none: lines older than the column, or sold by an older version
 * during an upgrade.
 */
import { sql } from 'kysely';
import { pageKeysOf } from '@mare/domain/numbers/page-key.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPermutations } from './number-permutations.ts';

type Deps = Pick<Platform, 'db'>;

const LINES_PER_BATCH = 2_000;
/** Ten million lines take a day; lookups work before it is done. */
const LINES_PER_RUN = 500_000;

/** A job rather than a part of the migration: rewriting each line while the shop sells takes hours. */
export const fillCotaPagesJob = defineJob(
  'fill-cota-pages',
  { cron: '40 * * * *' },
  async (platform: Deps) => {
    await fillCotaPages(platform);
  },
);

/** Rifas on sale first. @returns the number of lines */
export async function fillCotaPages({ db }: Deps, most = LINES_PER_RUN): Promise<number> {
  const { rows: rifas } = await sql<{ id: string }>`
    select id from rifas join rifa_secrets on rifa_id = id
    where exists (select from order_items where order_items.rifa_id = rifas.id and cota_pages is null)
    order by status in ('active', 'closed') desc, created_at desc`.execute(db);
  let filled = 0;
  for (const { id } of rifas)
    for (let count = LINES_PER_BATCH; count === LINES_PER_BATCH && filled < most; filled += count)
      count = await fillLines({ db }, id);
  return filled;
}

async function fillLines({ db }: Deps, rifaId: string): Promise<number> {
  const permutation = (await findPermutations(db, [rifaId])).get(rifaId)!;
  const lines = await db
    .selectFrom('orderItems')
    .select(['orderId', 'lineNo', 'selectedNumbers'])
    .where('rifaId', '=', rifaId)
    .where('cotaPages', 'is', null)
    .limit(LINES_PER_BATCH)
    .execute();
  const pages = lines.map(
    ({ selectedNumbers }) => `{${pageKeysOf(rifaId, selectedNumbers, permutation).join(',')}}`,
  );
  await sql`
    update order_items set cota_pages = filled.pages::bigint[]
    from unnest(${lines.map(({ orderId }) => orderId)}::uuid[], ${lines.map(({ lineNo }) => lineNo)}::integer[],
      ${pages}::text[]) as filled (order_id, line_no, pages)
    where order_items.order_id = filled.order_id and order_items.line_no = filled.line_no`.execute(db);
  return lines.length;
}
