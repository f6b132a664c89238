import { brasiliaDate } from '@mare/domain/draws/lottery-calendar.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { readDecidingResults } from '../deciding-results.ts';
import { listSealedRifas } from '../draws.queries.ts';
import { fetchOfficialAnswer } from './fetch-official-result.ts';
import { type RecordResult, recordOfficialResult } from './record-result.ts';

/** Fetches each due extraction every ten minutes until its result is complete. */
export const fetchResultsJob = defineJob('fetch-lottery-results', { cron: '*/10 * * * *' }, fetchDueResults);

export async function fetchDueResults(platform: Platform): Promise<void> {
  if (!platform.config.lotteryResultsUrl) return;
  for (const extraction of await findDueExtractions(platform)) {
    const fetched = await fetchResult(platform, extraction, null);
    if (!fetched.ok) platform.log.info({ extraction, code: fetched.code }, 'lottery result not there yet');
  }
}

/** @param userId the admin who requested it; null for the job */
export async function fetchResult(
  platform: Platform,
  extraction: number,
  userId: string | null,
): Promise<RecordResult | { ok: false; code: 'OFF' | 'UNREACHABLE' }> {
  const answer = await fetchOfficialAnswer(platform, extraction);
  if (!answer.ok) return answer;
  return recordOfficialResult(platform, { extraction, url: answer.url, body: answer.body, userId });
}

/** Extractions that sealed rifas wait for, from the expected day on, without those that have a pending result. */
async function findDueExtractions({ db, clock }: Platform): Promise<number[]> {
  const today = brasiliaDate(clock.now());
  const due = new Set<number>();
  for (const rifa of await listSealedRifas(db, null))
    if (rifa.extractionDate <= today) due.add((await readDecidingResults(db, rifa, clock.now())).awaits);
  if (due.size === 0) return [];
  const pending = await db
    .selectFrom('lotteryResults')
    .select('extraction')
    .where('extraction', 'in', [...due])
    .where('state', '=', 'pending')
    .execute();
  return [...due].filter((extraction) => !pending.some((result) => result.extraction === extraction));
}
