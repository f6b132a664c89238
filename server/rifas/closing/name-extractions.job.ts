import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Lottery, readLottery } from '../../draws/archive/read-archive.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';

/** Numbers are known with confidence a few weeks ahead at most. */
const AHEAD = 30;

/** Sets the extraction number of rifas whose number is now known. */
export const nameExtractionsJob = defineJob(
  'name-extractions',
  { everyMinutes: 10 },
  async (platform: Platform) => nameExtractions(platform.db, await readLottery(platform, AHEAD)),
);

/** A number that a rifa names is immutable, because buyers were promised it. */
export async function nameExtractions(db: Kysely<DB>, { coming }: Pick<Lottery, 'coming'>): Promise<void> {
  const known = coming.filter(({ isNumberKnown }) => isNumberKnown);
  if (known.length === 0) return;
  await sql`
    update rifas set draw_extraction = known.number
    from unnest(
      ${known.map(({ number }) => number)}::integer[],
      ${known.map(({ date }) => date)}::date[]
    ) as known (number, date)
    where rifas.draw_extraction is null and rifas.status in ('scheduled', 'active', 'closed')
      and (rifas.draw_date at time zone 'America/Sao_Paulo')::date = known.date
      and not exists (select from draw_seals where rifa_id = rifas.id)`.execute(db);
}
