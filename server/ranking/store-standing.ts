/** The list of a ranking at its closing, from which revise-ranking.ts reassigns prizes. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Period } from '@mare/domain/ranking/periods.ts';
import { type RankedPerson, sumEventsByPerson } from './ranking.queries.ts';
import { readRankingRules } from './read-ranking-rules.ts';

/** Persons on the list of the closing beyond those with a prize. */
export const RESERVES = 20;

/** Stores the list of the closing and its rule of points, in the transaction that closes the period. */
export async function storeStanding(
  trx: Transaction<DB>,
  period: Period,
  standing: readonly RankedPerson[],
): Promise<void> {
  const { pointsPerReal, referralPoints } = await readRankingRules(trx);
  await trx
    .updateTable('rankingPeriods')
    .set({ pointsPerReal, referralPoints })
    .where('kind', '=', period.kind)
    .where('startsAt', '=', period.startsAt)
    .execute();
  if (standing.length === 0) return;
  const persons = await trx
    .selectFrom('profiles')
    .select(['id', 'personId'])
    .where('personId', 'is not', null)
    .$narrowType<{ personId: string }>()
    .where(
      'id',
      'in',
      standing.map(({ userId }) => userId),
    )
    .execute();
  const personOf = new Map(persons.map(({ id, personId }) => [id, personId]));
  const events = await sumEventsByPerson(trx, period, [...personOf.values()]);
  await trx
    .insertInto('rankingStandings')
    .values(
      standing.map(({ userId, points }, at) => {
        const { spent, referred } = events.get(personOf.get(userId)!)!;
        return {
          kind: period.kind,
          startsAt: period.startsAt,
          rank: at + 1,
          userId,
          points,
          spent,
          referred,
        };
      }),
    )
    .execute();
}
