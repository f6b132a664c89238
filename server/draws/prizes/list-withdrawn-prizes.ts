import type { Kysely } from 'kysely';
import type { WithdrawnPrize } from '@mare/contract/draws/prizes.ts';
import type { DB } from '@mare/database/schema.ts';

/** Prizes that a person lost in corrected draws, latest first. Leaves out prizes that a later correction restored. */
export async function listWithdrawnPrizes(db: Kysely<DB>, userId: string): Promise<WithdrawnPrize[]> {
  const rows = await db
    .selectFrom('replacedWinners as replaced')
    .innerJoin('rifas', 'rifas.id', 'replaced.rifaId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join
        .onRef('prize.rifaId', '=', 'replaced.rifaId')
        .onRef('prize.position', '=', 'replaced.winnerPosition'),
    )
    .select(['replaced.winnerId', 'replaced.rifaId', 'rifas.title as rifaTitle', 'rifas.totalNumbers'])
    .select(['replaced.winnerNumber as number', 'replaced.winnerPosition as position'])
    .select(['prize.name as prizeName', 'replaced.replacedAt'])
    .where('replaced.userId', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rifaWinners as winner')
            .select('winner.id')
            .whereRef('winner.rifaId', '=', 'replaced.rifaId')
            .whereRef('winner.winnerPosition', '=', 'replaced.winnerPosition')
            .whereRef('winner.userId', '=', 'replaced.userId'),
        ),
      ),
    )
    .distinctOn(['replaced.rifaId', 'replaced.winnerPosition', 'replaced.winnerNumber'])
    .orderBy('replaced.rifaId')
    .orderBy('replaced.winnerPosition')
    .orderBy('replaced.winnerNumber')
    .orderBy('replaced.replacedAt', 'desc')
    .execute();
  return rows
    .toSorted((one, other) => other.replacedAt.getTime() - one.replacedAt.getTime())
    .map(({ replacedAt, ...prize }) => ({ ...prize, withdrawnAt: replacedAt.toISOString() }));
}
