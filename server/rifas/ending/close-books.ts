import { endingSteps } from '@mare/domain/rifas/ending/ending-steps.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findEndings } from './ending-facts.queries.ts';

export type CloseBooksResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' }
  | { ok: false; code: 'ENDING_INCOMPLETE' };

/**
 * Marks the accounts of a rifa as complete, once every earlier step is done. Locks it, so that a correction waits.
 */
export function closeBooks(
  platform: Pick<Platform, 'db' | 'clock'>,
  by: PanelUser,
  rifaId: string,
): Promise<CloseBooksResult> {
  return platform.db.transaction().execute(async (trx) => {
    const now = platform.clock.now();
    await trx.selectFrom('rifas').select('id').where('id', '=', rifaId).forUpdate().execute();
    const [ending] = await findEndings(trx, [rifaId]);
    if (!ending) return { ok: false, code: 'NOT_FOUND' };
    const books = endingSteps(ending.facts, now).find(({ id }) => id === 'books_closed');
    if (books?.state !== 'waiting') return { ok: false, code: 'ENDING_INCOMPLETE' };
    await trx.updateTable('rifas').set({ booksClosedAt: now }).where('id', '=', rifaId).execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'close-books',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Fechou as contas de “${ending.title}”.`,
    });
    return { ok: true };
  });
}
