/** Results come from the archive of extractions, as the official source published them. */
import { sql } from 'kysely';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findOfficialAnswer } from '../archive/archive.queries.ts';
import { lotterySources } from '../archive/lottery-sources.ts';
import { fetchResponse } from '../archive/refresh-archive.ts';
import { OFFICIAL_SOURCE } from '../archive/source.ts';
import { readDecidingResults } from '../deciding-results.ts';
import { listSealedRifas } from '../draws.queries.ts';
import { confirmWaitingResults } from './decide-result.ts';
import type { RecordResult } from './record-result.ts';
import { recordOfficialResult } from './record-official-result.ts';

/** Every ten minutes: fetches what is due, and compares every result that counts with the official bytes. */
export const fetchResultsJob = defineJob('fetch-lottery-results', { everyMinutes: 10 }, fetchDueResults);

export async function fetchDueResults(platform: Platform): Promise<void> {
  const [dueExtractions, differing] = await Promise.all([
    findDueExtractions(platform),
    findDifferingExtractions(platform.db),
  ]);
  for (const extraction of new Set([...dueExtractions, ...differing])) {
    const recorded = await fetchResult(platform, extraction);
    if (!recorded.ok) platform.log.info({ extraction, code: recorded.code }, 'no new lottery result');
  }
  await confirmWaitingResults(platform);
}

export type FetchResult =
  | RecordResult
  /** `OFF`: there is no official source. `UNREACHABLE`: it has no valid response yet. */
  | { ok: false; code: 'OFF' | 'UNREACHABLE' };

/** Queries the sources for extractions that the archive lacks, then records the official response in the archive. */
export async function fetchResult(platform: Platform, extraction: number): Promise<FetchResult> {
  const sources = lotterySources(platform);
  if (!sources.some(({ name }) => name === OFFICIAL_SOURCE)) return { ok: false, code: 'OFF' };
  const known = await findOfficialAnswer(platform.db, extraction);
  if (!known?.prizes) for (const source of sources) await fetchResponse(platform, source, extraction);
  const answer = known?.prizes ? known : await findOfficialAnswer(platform.db, extraction);
  if (!answer) return { ok: false, code: 'UNREACHABLE' };
  return recordOfficialResult(platform, { extraction, url: answer.url ?? '', body: answer.rawBody });
}

/** Extractions that sealed rifas wait for, from their expected day on. */
async function findDueExtractions({ db, clock }: Platform): Promise<number[]> {
  const today = brasiliaDate(clock.now());
  const dueExtractions = new Set<number>();
  for (const rifa of await listSealedRifas(db, null))
    if (rifa.extractionDate <= today)
      dueExtractions.add((await readDecidingResults(db, rifa, clock.now())).awaits);
  return [...dueExtractions];
}

/** Typed results that the official source has not agreed with, and results that it has changed since. */
async function findDifferingExtractions(db: Platform['db']): Promise<number[]> {
  const { rows } = await sql<{ extraction: number }>`
    select distinct r.extraction from lottery_results r
    left join lateral (
      select prizes, drawn_on::text as drawn_on from lottery_extractions
      where number = r.extraction and source = ${OFFICIAL_SOURCE} and raw_body is not null
      order by fetched_at desc limit 1
    ) official on true
    where r.state in ('pending', 'confirmed')
      and (r.source = 'typed' and r.official_agreed_at is null
        or official.prizes is not null
          and (official.prizes <> r.prizes or official.drawn_on <> r.drawn_on))`.execute(db);
  return rows.map(({ extraction }) => extraction);
}
