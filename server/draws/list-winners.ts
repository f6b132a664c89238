import type { Winner } from '@mare/contract/draws/winners.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import type { Platform } from '../platform/platform.ts';
import { readShownPrizes } from './prizes/read-shown-prizes.ts';

interface WinnersPage {
  /** 1-based. */
  page: number;
  pageSize: number;
}

/** Public list of winners with shortened names, latest draw first, then by position. */
export async function listWinners(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { page, pageSize }: WinnersPage,
): Promise<Winner[]> {
  const rows = await db
    .selectFrom('rifaWinners as winner')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaPrizes as won', (join) =>
      join.onRef('won.rifaId', '=', 'winner.rifaId').onRef('won.position', '=', 'winner.winnerPosition'),
    )
    .select([
      'winner.id',
      'winner.rifaId',
      'winner.winnerName',
      'winner.winnerNumber',
      'winner.winnerPosition',
      'rifas.title as rifaTitle',
      'rifas.image as rifaImage',
      'rifas.totalNumbers',
      'rifas.drawDate',
      'won.name as prizeName',
      'won.image as prizeImage',
    ])
    .orderBy('winner.createdAt', 'desc')
    .orderBy('winner.rifaId')
    .orderBy('winner.winnerPosition')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const prizes = await readShownPrizes(
    db,
    rows.map(({ id }) => id),
    clock.now(),
  );
  return rows.map((row) => ({
    ...row,
    prize: prizes.get(row.id) ?? null,
    winnerName: shortName(row.winnerName),
    drawDate: row.drawDate.toISOString(),
  }));
}

export async function countWinners(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('rifaWinners')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
