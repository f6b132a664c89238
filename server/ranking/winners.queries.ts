import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { rankingAdmin, RankingWinner } from '@mare/contract/ranking/ranking-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { peopleMatching } from '../accounts/search/find-people.ts';
import { toListPage, pageWindow } from '../platform/database/list-page.ts';

type Input = z.output<NonNullable<(typeof rankingAdmin.winners)['~orpc']['inputSchema']>>;

/** Winners by period. The search matches prefixes of name or e-mail. */
export async function selectRankingWinners(db: Kysely<DB>, { search, sort, filter, page }: Input) {
  const { limit, offset } = pageWindow(page);
  const direction = sort === 'newest' ? 'desc' : 'asc';
  const rows = await db
    .selectFrom('rankingWinners as winner')
    .innerJoin('rankingPeriods as period', (join) =>
      join.onRef('period.kind', '=', 'winner.kind').onRef('period.startsAt', '=', 'winner.startsAt'),
    )
    .leftJoin('profiles', 'profiles.id', 'winner.userId')
    .select(['winner.kind', 'winner.startsAt', 'period.endsAt', 'winner.place', 'winner.userId'])
    .select(['profiles.name', 'profiles.email', 'winner.points', 'winner.prize', 'winner.deliveredAt'])
    .$if(filter === 'waiting', (query) => query.where('winner.deliveredAt', 'is', null))
    .$if(filter !== '' && filter !== 'waiting', (query) => query.where('winner.kind', '=', filter))
    .$if(search !== '', (query) => query.where('winner.userId', 'in', peopleMatching(search)))
    .orderBy('winner.startsAt', direction)
    .orderBy('winner.kind', direction)
    .orderBy('winner.place')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(
    rows.map(({ kind, startsAt, endsAt, deliveredAt, ...row }) => ({
      ...row,
      kind: kind as RankingWinner['kind'],
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      deliveredAt: deliveredAt?.toISOString() ?? null,
    })),
  );
}
