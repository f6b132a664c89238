import { sql } from 'kysely';
import type { DeskMetrics } from '@mare/contract/support/desk-tickets.ts';
import type { Platform } from '../../platform/platform.ts';

const DAY_MS = 86_400_000;

interface MetricsRow {
  opened: number;
  answered: number;
  inTimePercent: number | null;
  medianAnswerMinutes: number | null;
  slowAnswerMinutes: number | null;
  resolved: number;
  medianResolutionMinutes: number | null;
  averageRating: number | null;
  ratings: number[];
  byHour: number[];
}

/**
 * Metrics of tickets opened in the last days. Closing a ticket, or its merge, does not resolve it. `slowAnswerMinutes` is
 * the 90th percentile of the first answer. Days and hours are in Maceió time.
 */
export async function readDeskMetrics(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days: number,
): Promise<DeskMetrics> {
  const now = clock.now();
  const since = new Date(now.getTime() - days * DAY_MS);
  const [metrics, byDay] = await Promise.all([
    sql<MetricsRow>`
      with recent as (
        select *, extract(epoch from first_answered_at - created_at) / 60 as answer_minutes,
          case when merged_into is null and not closed_unresolved
            then extract(epoch from resolved_at - created_at) / 60 end
            as resolution_minutes,
          extract(hour from created_at at time zone 'America/Maceio')::int as hour
        from support_tickets where created_at >= ${since} and created_at <= ${now})
      select count(*) as opened,
        count(first_answered_at) as answered,
        (100.0 * count(*) filter (where answered_in_time) / nullif(count(first_answered_at), 0))::float8
          as in_time_percent,
        (percentile_cont(0.5) within group (order by answer_minutes))::float8 as median_answer_minutes,
        (percentile_cont(0.9) within group (order by answer_minutes))::float8 as slow_answer_minutes,
        count(resolution_minutes) as resolved,
        (percentile_cont(0.5) within group (order by resolution_minutes))::float8 as median_resolution_minutes,
        avg(satisfaction_rating)::float8 as average_rating,
        array(select (select count(*)::int from recent where satisfaction_rating = stars)
          from generate_series(1, 5) as stars order by stars) as ratings,
        array(select (select count(*)::int from recent where hour = h)
          from generate_series(0, 23) as h order by h) as by_hour
      from recent`.execute(db),
    sql<DeskMetrics['byDay'][number]>`
      select to_char(day, 'YYYY-MM-DD') as day,
        (select count(*) from support_tickets
         where created_at >= day at time zone 'America/Maceio'
           and created_at < (day + interval '1 day') at time zone 'America/Maceio') as opened,
        (select count(*) from support_tickets
         where resolved_at >= day at time zone 'America/Maceio'
           and resolved_at < (day + interval '1 day') at time zone 'America/Maceio'
           and merged_into is null and not closed_unresolved) as resolved
      from generate_series(
        date_trunc('day', (${since}::timestamptz + interval '1 day') at time zone 'America/Maceio'),
        ${now}::timestamptz at time zone 'America/Maceio', interval '1 day') as day
      order by day`.execute(db),
  ]);
  return { ...metrics.rows[0]!, byDay: byDay.rows };
}
