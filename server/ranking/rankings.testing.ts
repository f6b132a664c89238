import { addOrderRow, addRifa, createOrderTestbed } from '../orders/orders.testing.ts';
import { systemRandom } from '../platform/clock.ts';

/** A Friday morning in Maceió. */
export const FRIDAY = new Date('2026-11-20T12:00:00Z');
export const DAY_MS = 86_400_000;

/** @param ms after FRIDAY */
export const later = (ms: number) => new Date(FRIDAY.getTime() + ms);

export type RankingTestbed = Awaited<ReturnType<typeof createRankingTestbed>>;

/** A shop of one rifa whose buyers pay at chosen times. */
export async function createRankingTestbed() {
  const bed = await createOrderTestbed();
  const { db } = bed;
  const rifaId = await addRifa(db, 1000);
  const setPrizes = (prizes: Record<string, string[]>) =>
    db
      .updateTable('settings')
      .set({ value: JSON.stringify(prizes) })
      .where('key', '=', 'ranking_prizes')
      .execute();
  return {
    db,
    drop: () => bed.drop(),
    setPrizes,
    /** Deletes orders, periods and winners; two prizes for the best of a day. */
    async reset() {
      for (const table of [
        'rankingWinners',
        'rankingStandings',
        'rankingPeriods',
        'orderItems',
        'orders',
      ] as const)
        await db.deleteFrom(table).execute();
      await setPrizes({ day: ['Cesta', 'Vale'], week: [], month: [] });
    },
    /** @returns the platform at an instant */
    at: (instant: Date) => ({ db, clock: { now: () => instant }, random: systemRandom }),
    async pay(userId: string, reais: number, at: Date, status = 'paid') {
      await addOrderRow(db, {
        userId,
        rifaId,
        totalAmount: reais.toFixed(2),
        status,
        paidAt: status === 'pending' ? null : at,
        holdExpiresAt: at,
        createdAt: at,
      });
    },
  };
}
