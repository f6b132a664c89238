import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import type { Platform } from '../../platform/platform.ts';
import { winnerNoticeKey } from '../prizes/news/notify-winners.job.ts';
import { recordDrawNews } from './record-draw-news.ts';

/** A winner who was notified of the prize and whom a corrected draw removes, or gives the prize by another number. */
export interface NotifiedWinner {
  winnerId: string;
  userId: string;
  number: number;
  position: number;
  prize: string;
  totalNumbers: number;
}

/** Called before the winners are deleted or changed. The lock waits for a notification in progress. */
export async function listNotifiedWinners(
  trx: Transaction<DB>,
  winnerIds: readonly string[],
): Promise<NotifiedWinner[]> {
  if (winnerIds.length === 0) return [];
  await trx.selectFrom('rifaWinners').select('id').where('id', 'in', winnerIds).forUpdate().execute();
  const notified = await trx
    .selectFrom('outbox')
    .select('key')
    .where(
      'key',
      'in',
      winnerIds.map((id) => winnerNoticeKey(id, 'won')),
    )
    .execute();
  const winners = await trx
    .selectFrom('rifaWinners as winner')
    .innerJoin('rifas', 'rifas.id', 'winner.rifaId')
    .leftJoin('rifaPrizes as prize', (join) =>
      join.onRef('prize.rifaId', '=', 'winner.rifaId').onRef('prize.position', '=', 'winner.winnerPosition'),
    )
    .select(['winner.id', 'winner.userId', 'winner.winnerNumber', 'winner.winnerPosition'])
    .select(['prize.name', 'rifas.totalNumbers'])
    .where('winner.id', 'in', winnerIds)
    .orderBy('winner.winnerPosition')
    .execute();
  return winners.flatMap(({ id, userId, winnerNumber, winnerPosition, name, totalNumbers }) =>
    userId && notified.some(({ key }) => key === winnerNoticeKey(id, 'won'))
      ? [
          {
            winnerId: id,
            userId,
            number: winnerNumber,
            position: winnerPosition,
            prize: name ?? `${winnerPosition}º prêmio`,
            totalNumbers,
          },
        ]
      : [],
  );
}

/**
 * Called after the winners of the corrected draw are saved: a person who wins the same prize by another number keeps
 * it.
 */
export async function recordRemovedPrizes(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  { rifaId, version }: { rifaId: string; version: number },
  notified: readonly NotifiedWinner[],
): Promise<void> {
  if (notified.length === 0) return;
  const winners = await trx
    .selectFrom('rifaWinners as winner')
    .innerJoin('prizeClaims as claim', 'claim.winnerId', 'winner.id')
    .select([
      'winner.userId',
      'winner.winnerNumber',
      'winner.winnerPosition',
      'claim.claimUntil',
      'claim.state',
    ])
    .where('winner.rifaId', '=', rifaId)
    .execute();
  for (const { userId, position, ...prize } of notified) {
    const renumbered = winners.find(
      (winner) => winner.winnerPosition === position && winner.userId === userId,
    );
    await recordDrawNews(
      trx,
      platform,
      rifaId,
      renumbered
        ? {
            ...prize,
            kind: 'prize_renumbered',
            version,
            newNumber: renumbered.winnerNumber,
            claimState: renumbered.state as PrizeState,
            claimUntil: renumbered.claimUntil.toISOString(),
          }
        : { ...prize, kind: 'prize_withdrawn' },
      userId,
    );
  }
}
