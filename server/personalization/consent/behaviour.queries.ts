import { type Kysely, sql } from 'kysely';
import type { Behaviour } from '@mare/contract/consent.ts';
import type { DB } from '@mare/database/schema.ts';
import { INTERACTION_SOURCE, type InteractionType } from '@mare/domain/personalization/interactions.ts';

const WINDOW_DAYS = 30;

const peopleWho = (type: InteractionType) =>
  sql`count(distinct user_id) filter (where interaction_type = ${type})`;

/** Of the last 30 days, people counted once each. */
export async function readBehaviour(db: Kysely<DB>, now: Date): Promise<Behaviour> {
  const since = new Date(now.getTime() - WINDOW_DAYS * 86_400_000);
  const { rows } = await sql<Record<keyof Behaviour, string>>`
    select count(distinct user_id) as people, ${peopleWho('rifa_view')} as saw_rifa,
      ${peopleWho('add_to_cart')} as added_to_cart, ${peopleWho('checkout_start')} as started_checkout
    from customer_interactions
    where source = ${INTERACTION_SOURCE} and created_at >= ${since}`.execute(db);
  const { people, sawRifa, addedToCart, startedCheckout } = rows[0]!;
  return {
    people: Number(people),
    sawRifa: Number(sawRifa),
    addedToCart: Number(addedToCart),
    startedCheckout: Number(startedCheckout),
  };
}
