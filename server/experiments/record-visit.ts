import { sql } from 'kysely';
import { type Arrival, visitSource } from '@mare/domain/experiments/visit-source.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { Platform } from '../platform/platform.ts';

export interface VisitStep extends Arrival {
  sessionId: string;
  step: 'arrival' | 'view' | 'cart' | 'order';
  orderReference?: string;
  /** Null for a visitor. */
  userId: string | null;
}

/**
 * Records the step that a visit has reached. The source is taken from the visit's first step.
 * @returns false when the order is not the caller's
 */
export async function recordVisit(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { sessionId, step, orderReference, userId, ...arrival }: VisitStep,
): Promise<boolean> {
  const now = clock.now();
  const order =
    step === 'order' && orderReference !== undefined && userId !== null
      ? await db
          .selectFrom('orders')
          .select('id')
          .where('externalReference', '=', orderReference)
          .where('userId', '=', userId)
          .executeTakeFirst()
      : undefined;
  if (step === 'order' && !order) return false;
  const at = {
    viewedAt: step === 'arrival' ? null : now,
    cartedAt: step === 'cart' || step === 'order' ? now : null,
    orderedAt: step === 'order' ? now : null,
    orderId: order?.id ?? null,
  };
  await db
    .insertInto('visits')
    .values({
      id: sessionId,
      day: dateInMaceio(now),
      source: visitSource(arrival),
      ...at,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        viewedAt: sql`coalesce(visits.viewed_at, excluded.viewed_at)`,
        cartedAt: sql`coalesce(visits.carted_at, excluded.carted_at)`,
        orderedAt: sql`coalesce(visits.ordered_at, excluded.ordered_at)`,
        orderId: sql`coalesce(visits.order_id, excluded.order_id)`,
      }),
    )
    .execute();
  return true;
}
