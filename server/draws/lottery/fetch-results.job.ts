import { sql } from 'kysely';
import { brasiliaDate } from '@mare/domain/draws/lottery-calendar.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { CONFIRMED_IN_A_ROW } from '../draws.queries.ts';
import { fetchOfficialAnswer } from './fetch-official-result.ts';
import { type RecordResult, recordOfficialResult } from './record-result.ts';

/** Every ten minutes asks for each extraction that is due; an answer that is not one yet is asked for again. */
export const fetchResultsJob = defineJob('fetch-lottery-results', { cron: '*/10 * * * *' }, fetchDueResults);

export async function fetchDueResults(platform: Platform): Promise<void> {
  if (!platform.config.lotteryResultsUrl) return;
  for (const extraction of await findDueExtractions(platform)) {
    const kept = await fetchResult(platform, extraction, null);
    if (!kept.ok) platform.log.info({ extraction, code: kept.code }, 'lottery result not there yet');
  }
}

/** @param userId who asked; null for the product itself */
export async function fetchResult(
  platform: Platform,
  extraction: number,
  userId: string | null,
): Promise<RecordResult | { ok: false; code: 'OFF' | 'UNREACHABLE' }> {
  const answer = await fetchOfficialAnswer(platform, extraction);
  if (!answer.ok) return answer;
  return recordOfficialResult(platform, { extraction, url: answer.url, body: answer.body, userId });
}

/** The first extraction without a confirmed result that has none waiting either, for each sealed rifa whose day has come. */
async function findDueExtractions({ db, clock }: Platform): Promise<number[]> {
  const { rows } = await sql<{ extraction: number }>`
    select distinct s.extraction + ${CONFIRMED_IN_A_ROW} as extraction
    from rifas r
    join lateral (
      select extraction, extraction_date from draw_seals where rifa_id = r.id order by version desc limit 1
    ) s on true
    where r.status = 'closed' and s.extraction_date <= ${brasiliaDate(clock.now())}`.execute(db);
  const due = rows.map((row) => row.extraction);
  if (due.length === 0) return [];
  const known = await db
    .selectFrom('lotteryResults')
    .select('extraction')
    .where('extraction', 'in', due)
    .where('state', 'in', ['pending', 'confirmed'])
    .execute();
  return due.filter((extraction) => !known.some((result) => result.extraction === extraction));
}
