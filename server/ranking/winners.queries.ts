import { type Kysely, sql } from 'kysely';
import { emailOrStated } from '../accounts/express/stated-email.ts';
import type { z } from 'zod';
import type { rankingAdmin } from '@mare/contract/ranking/ranking-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Period } from '@mare/domain/ranking/periods.ts';
import { peopleMatching } from '../accounts/search/find-people.ts';
import { toListPage, pageWindow } from '../platform/database/list-page.ts';
import { sumPointsByPerson } from './ranking.queries.ts';

type Input = z.output<NonNullable<(typeof rankingAdmin.winners)['~orpc']['inputSchema']>>;

/** Winners by period. The search matches prefixes of name or e-mail. */
export async function selectRankingWinners(db: Kysely<DB>, input: Input) {
  const rows = await selectRows(db, input);
  const pointsOf = await readCurrentPoints(db, rows);
  return toListPage(
    rows.map(({ startsAt, endsAt, deliveredAt, personId, ...row }) => ({
      ...row,
      currentPoints: deliveredAt || !personId ? null : pointsOf({ ...row, startsAt }, personId),
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      deliveredAt: deliveredAt?.toISOString() ?? null,
    })),
  );
}

function selectRows(db: Kysely<DB>, { search, sort, filter, page }: Input) {
  const { limit, offset } = pageWindow(page);
  const direction = sort === 'newest' ? 'desc' : 'asc';
  return db
    .selectFrom('rankingWinners as winner')
    .innerJoin('rankingPeriods as period', (join) =>
      join.onRef('period.kind', '=', 'winner.kind').onRef('period.startsAt', '=', 'winner.startsAt'),
    )
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .select(['winner.startsAt', 'period.endsAt', 'winner.place', 'winner.userId', 'profiles.personId'])
    .select([
      'profiles.name',
      emailOrStated.as('email'),
      'winner.points',
      'winner.prize',
      'winner.deliveredAt',
    ])
    .select((eb) => [
      sql<Period['kind']>`winner.kind`.as('kind'),
      eb
        .selectFrom('rankingWinners as other')
        .innerJoin('profiles as person', 'person.id', 'other.userId')
        .select((of) => of.fn.min('other.place').as('place'))
        .whereRef('other.kind', '=', 'winner.kind')
        .whereRef('other.startsAt', '=', 'winner.startsAt')
        .whereRef('other.place', '<>', 'winner.place')
        .where('other.reassignedAt', 'is', null)
        .whereRef('person.personId', '=', 'profiles.personId')
        .as('otherPlace'),
    ])
    .where('winner.reassignedAt', 'is', null)
    .$if(filter === 'waiting', (query) => query.where('winner.deliveredAt', 'is', null))
    .$if(filter !== '' && filter !== 'waiting', (query) => query.where('winner.kind', '=', filter))
    .$if(search !== '', (query) => query.where('winner.userId', 'in', peopleMatching(search)))
    .orderBy('winner.startsAt', direction)
    .orderBy('winner.kind', direction)
    .orderBy('winner.place')
    .limit(limit)
    .offset(offset)
    .execute();
}

type Row = Awaited<ReturnType<typeof selectRows>>[number];
type PeriodKey = Pick<Period, 'kind' | 'startsAt'>;

const keyOf = ({ kind, startsAt }: PeriodKey) => `${kind} ${startsAt.toISOString()}`;

/** Points that persons who wait for a prize have now, with one query for each of their periods. */
async function readCurrentPoints(db: Kysely<DB>, rows: readonly Row[]) {
  const waiting = Map.groupBy(
    rows.filter(({ deliveredAt, personId }) => !deliveredAt && personId),
    keyOf,
  );
  const points = new Map<string, Map<string, number>>();
  for (const [key, winners] of waiting) {
    const persons = winners.map(({ personId }) => personId!);
    points.set(key, await sumPointsByPerson(db, winners[0]!, persons));
  }
  return (period: PeriodKey, personId: string) => points.get(keyOf(period))?.get(personId) ?? 0;
}
