import { sql } from 'kysely';
import { REMINDER_AFTER_MS, REMINDER_TITLE } from '@mare/domain/cart/abandonment.ts';
import { NECESSARY_ONLY } from '@mare/domain/personalization/consent.ts';
import { readConsent } from '../../personalization/consent/read-consent.ts';
import type { Platform } from '../../platform/platform.ts';

/**
 * Writes down what a buyer who allows measurement or marketing has in the cart, at the price of this moment, and moves the one
 * reminder that waits for them to 30 minutes from now. An empty cart needs none; without leave for marketing there is none.
 */
export async function trackCart(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  userId: string,
  items: readonly { rifaId: string; quantity: number }[],
): Promise<void> {
  const consent = (await readConsent(db, userId)) ?? NECESSARY_ONLY;
  if (!consent.measurement && !consent.marketing) return;
  const now = clock.now();
  const quantities = new Map<string, number>();
  for (const { rifaId, quantity } of items) quantities.set(rifaId, (quantities.get(rifaId) ?? 0) + quantity);
  const rifaIds = [...quantities.keys()];
  await db.transaction().execute(async (trx) => {
    await sql`
      delete from abandoned_cart_tracking
      where user_id = ${userId} and recovered_at is null and reminded_at is null
        and rifa_id <> all (${rifaIds}::uuid[])`.execute(trx);
    await sql`
      insert into abandoned_cart_tracking as tracked (user_id, rifa_id, quantity, total_amount, abandoned_at)
      select profiles.id, rifas.id, wanted.quantity, wanted.quantity * rifas.price, ${now}
      from unnest(${rifaIds}::uuid[], ${[...quantities.values()]}::integer[]) as wanted (rifa_id, quantity)
      join rifas on rifas.id = wanted.rifa_id
      join profiles on profiles.id = ${userId}
      order by rifas.id
      on conflict (user_id, rifa_id) do update
        set quantity = excluded.quantity, total_amount = excluded.total_amount, stage = 'cart',
          abandoned_at = excluded.abandoned_at, recovered_at = null, reminded_at = null
        where tracked.quantity <> excluded.quantity or tracked.recovered_at is not null`.execute(trx);
    if (!consent.marketing) return;
    await sql`
      insert into scheduled_notifications (id, user_id, user_email, type, title, message, data, scheduled_for)
      select ${random.uuid()}, users.id, users.email, 'abandoned_cart', ${REMINDER_TITLE},
        'Seus números ainda estão no carrinho. Finalize a compra antes que outra pessoa escolha os mesmos.',
        ${JSON.stringify({ href: '/checkout' })}, ${new Date(now.getTime() + REMINDER_AFTER_MS)}
      from auth.users
      where users.id = ${userId} and exists (
        select from abandoned_cart_tracking as tracked where tracked.user_id = users.id
          and tracked.recovered_at is null and tracked.reminded_at is null)
      on conflict (user_id, type) where sent_at is null and cancelled_at is null
        do update set scheduled_for = excluded.scheduled_for`.execute(trx);
  });
}

/** How far the buyer came with what is tracked already. */
export async function reachStage(
  { db }: Pick<Platform, 'db'>,
  userId: string,
  rifaIds: readonly string[],
  stage: 'review' | 'payment',
): Promise<void> {
  await db
    .updateTable('abandonedCartTracking')
    .set({ stage })
    .where('userId', '=', userId)
    .where('rifaId', 'in', [...rifaIds])
    .where('recoveredAt', 'is', null)
    .where('stage', '!=', stage)
    .execute();
}
