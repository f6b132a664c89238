import { type PeriodKind, PERIODS } from '@mare/domain/ranking/periods.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { PanelUser } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { reviseRanking } from './revise-ranking.ts';

/**
 * Marks a prize as delivered or not. A delivered prize is not reassigned.
 * @returns false if it already was, or if its place has just passed to another person
 */
export async function deliverRankingPrize(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  {
    kind,
    startsAt,
    place,
    delivered,
  }: { kind: PeriodKind; startsAt: string; place: number; delivered: boolean },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const revised = await reviseRanking(trx, { clock, random }, { kind, startsAt: new Date(startsAt) });
    if (delivered && revised.includes(place)) return false;
    const changed = await trx
      .updateTable('rankingWinners')
      .set(
        delivered
          ? { deliveredAt: clock.now(), deliveredBy: by.userId }
          : { deliveredAt: null, deliveredBy: null },
      )
      .where('kind', '=', kind)
      .where('startsAt', '=', new Date(startsAt))
      .where('place', '=', place)
      .where('reassignedAt', 'is', null)
      .where('deliveredAt', delivered ? 'is' : 'is not', null)
      .returning('prize')
      .executeTakeFirst();
    if (!changed) return false;
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: delivered ? 'deliver-ranking-prize' : 'undo-ranking-delivery',
        entityType: 'ranking',
        entityId: `${kind}:${startsAt}`,
        description: `${delivered ? 'Entregou' : 'Desfez a entrega de'} “${changed.prize}”, ${place}º lugar do ranking ${PERIODS[kind].of}.`,
        details: { before: { delivered: !delivered }, after: { delivered } },
      },
    );
    return true;
  });
}
