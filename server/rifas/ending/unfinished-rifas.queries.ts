import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

const DAY_MS = 86_400_000;
/** Older rifas end without reminders. */
const REMINDED_DAYS = 400;

/** Published rifas whose accounts are open. */
export function findUnfinishedRifas(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('rifas')
    .select(['id', 'title', 'status', 'pausedAt', 'salesEndAt', 'soldNumbers', 'totalNumbers'])
    .select(['unsoldPolicy', 'unsoldMinPercent as minPercent', 'postponements'])
    .select((eb) =>
      eb
        .selectFrom('rifaPrizes')
        .select((prize) => prize.fn.countAll<number>().as('count'))
        .whereRef('rifaPrizes.rifaId', '=', 'rifas.id')
        .$asScalar()
        .$notNull()
        .as('prizes'),
    )
    .select(
      sql<number[]>`array(
        select (winner ->> 'position')::integer
        from (select outcome from draws where draws.rifa_id = rifas.id order by version desc limit 1) as latest
        cross join lateral jsonb_array_elements(latest.outcome -> 'winners') as winner
        where winner ->> 'number' is null
        order by 1)`.as('unwonPrizes'),
    )
    .where('status', 'in', ['active', 'closed', 'completed'])
    .where('booksClosedAt', 'is', null)
    .where('drawDate', '>', new Date(now.getTime() - REMINDED_DAYS * DAY_MS))
    .execute();
}
