import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { OFFICIAL_SOURCE } from './source.ts';
import type { SourcedExtraction } from '@mare/domain/draws/lottery/archive-anomalies.ts';

export interface NewResponse extends SourcedExtraction {
  next: { number: number; date: string } | null;
  /** `HH:MM` in Brasília, if the source has it. */
  times?: { drawn: string | null; next: string | null };
  /** As received; null for a line of a file. */
  rawBody: string | null;
  /** SHA-256 in hexadecimal. */
  rawHash: string;
  url: string | null;
}

/** Priority when sources disagree: the lottery's own service first, the shipped file last. */
const SOURCE_RANK = sql<number>`case source when 'official' then 0 when 'file' then 2 else 1 end`;

const LARGEST_NUMBER = 2_147_483_647;

/** Saves responses. A response that is already stored only gets a new fetch time. */
export async function saveResponses(
  db: Kysely<DB>,
  responses: readonly NewResponse[],
  fetchedAt: Date,
): Promise<void> {
  const BATCH_SIZE = 1000;
  for (let from = 0; from < responses.length; from += BATCH_SIZE)
    await db
      .insertInto('lotteryExtractions')
      .values(
        responses.slice(from, from + BATCH_SIZE).map(({ date, next, prizes, times, ...response }) => ({
          ...response,
          drawnOn: date,
          prizes: prizes && [...prizes],
          nextNumber: next?.number ?? null,
          nextOn: next?.date ?? null,
          drawnTime: times?.drawn ?? null,
          nextTime: (next && times?.next) ?? null,
          fetchedAt,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['number', 'source', 'rawHash'])
          .doUpdateSet((eb) => ({ fetchedAt: eb.ref('excluded.fetchedAt') })),
      )
      .execute();
}

/**
 * Current responses of all sources, by ascending number, then by priority of the source.
 * @param from smallest number
 * @param to largest number
 */
export async function listReports(
  db: Kysely<DB>,
  from = 1,
  to = LARGEST_NUMBER,
): Promise<SourcedExtraction[]> {
  const { rows } = await sql<SourcedExtraction>`
    select number, date, prizes, source from (
      select distinct on (number, source) number, drawn_on::text as date, prizes, source
      from lottery_extractions where number between ${from} and ${to}
      order by number, source, fetched_at desc
    ) as latest
    order by number, ${SOURCE_RANK}, source`.execute(db);
  return rows;
}

/** The latest response of the official source, as received. */
export function findOfficialAnswer(db: Kysely<DB>, number: number) {
  return db
    .selectFrom('lotteryExtractions')
    .select(['prizes', 'url', 'rawBody'])
    .where('number', '=', number)
    .where('source', '=', OFFICIAL_SOURCE)
    .where('rawBody', 'is not', null)
    .$narrowType<{ rawBody: string }>()
    .orderBy('fetchedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The next contest beyond the latest known number, as announced by the source with the highest priority. */
export async function findAnnouncedNext(db: Kysely<DB>): Promise<{ number: number; date: string } | null> {
  const { rows } = await sql<{ number: number; date: string }>`
    select next_number as number, next_on::text as date from lottery_extractions
    where next_number > (select max(number) from lottery_extractions)
    order by ${SOURCE_RANK}, number desc, fetched_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export async function latestNumber(db: Kysely<DB>, source?: string): Promise<number | null> {
  const row = await db
    .selectFrom('lotteryExtractions')
    .select((eb) => eb.fn.max('number').as('number'))
    .$if(source !== undefined, (query) => query.where('source', '=', source!))
    .executeTakeFirst();
  return row?.number ?? null;
}

/** Numbers after the imported file and below `before` that the source has not answered, newest first. */
export async function listMissingNumbers(db: Kysely<DB>, source: string, before: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number from generate_series(
      coalesce((select max(number) + 1 from lottery_extractions where source = 'file'), 1), ${before - 1}::int
    ) as number
    where not exists (
      select from lottery_extractions known where known.number = number.number and known.source = ${source})
    order by number desc`.execute(db);
  return rows.map(({ number }) => number);
}

export async function recordSourceOutcome(
  db: Kysely<DB>,
  name: string,
  outcome: { ok: true } | { ok: false; error: string },
  at: Date,
): Promise<void> {
  const values = outcome.ok
    ? { answeredAt: at, failedAt: null, error: null }
    : { failedAt: at, error: outcome.error };
  await db
    .insertInto('lotterySources')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}

export function listSources(db: Kysely<DB>) {
  return db.selectFrom('lotterySources').selectAll().orderBy('name').execute();
}

/** Days with an hour from a source, oldest first, including the announced one. */
export async function listKnownHours(db: Kysely<DB>): Promise<{ date: string; time: string }[]> {
  const { rows } = await sql<{ date: string; time: string }>`
    select date, time from (
      (select distinct on (drawn_on) drawn_on::text as date, drawn_time as time from lottery_extractions
       where drawn_time is not null order by drawn_on desc, ${SOURCE_RANK}, fetched_at desc limit 30)
      union all
      (select next_on::text, next_time from lottery_extractions where next_time is not null
       order by number desc, ${SOURCE_RANK}, fetched_at desc limit 1)
    ) as known
    order by date`.execute(db);
  return rows;
}
