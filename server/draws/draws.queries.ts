/** What several use cases of draws read. */
import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface SealedRifa {
  rifaId: string;
  title: string;
  status: string;
  fallback: string;
  /** Of the latest seal. */
  extraction: number;
  extractionDate: string;
}

/**
 * Rifas that an extraction decides: those sealed for it, those sealed for an earlier one that go on to the next, and
 * those it has decided already.
 */
export async function findAwaitingRifas(db: Kysely<DB>, extraction: number): Promise<SealedRifa[]> {
  const { rows } = await sql<SealedRifa>`
    select r.id as rifa_id, r.title, r.status, r.draw_fallback as fallback, s.extraction, s.extraction_date
    from rifas r
    join lateral (
      select extraction, extraction_date from draw_seals where rifa_id = r.id order by version desc limit 1
    ) s on true
    where r.status in ('closed', 'completed') and (
      s.extraction = ${extraction}
      or (r.status = 'closed' and r.draw_fallback = 'next_extraction' and s.extraction < ${extraction}
        and not exists (
          select from generate_series(s.extraction, ${extraction}::integer - 1) as before (number)
          where not exists (
            select from lottery_results where extraction = before.number and state = 'confirmed')))
      or exists (
        select from draws d join lottery_results l on l.id = any (d.result_ids)
        where d.rifa_id = r.id and l.extraction = ${extraction}))
    order by r.id`.execute(db);
  return rows;
}

/**
 * How many extractions in a row are confirmed, from that of the seal `s` on. A later one, confirmed for another rifa,
 * decides nothing here.
 */
export const CONFIRMED_IN_A_ROW = sql<number>`(
  select count(*)::integer from (
    select extraction, row_number() over (order by extraction) as place from lottery_results
    where state = 'confirmed' and extraction >= s.extraction) as result
  where result.extraction = s.extraction + place - 1)`;

/** The seal that counts. */
export function findLatestSeal(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('drawSeals')
    .select(['version', 'extraction', 'extractionDate'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface ConfirmedResult {
  id: string;
  extraction: number;
  drawnOn: string;
  prizes: string[];
}

/** Confirmed results of consecutive extractions, from this one up to the first that is missing. */
export async function findConfirmedResults(db: Kysely<DB>, from: number): Promise<ConfirmedResult[]> {
  const rows = await db
    .selectFrom('lotteryResults')
    .select(['id', 'extraction', 'drawnOn', 'prizes'])
    .where('extraction', '>=', from)
    .where('state', '=', 'confirmed')
    .orderBy('extraction')
    .execute();
  const gap = rows.findIndex((row, index) => row.extraction !== from + index);
  return gap === -1 ? rows : rows.slice(0, gap);
}
