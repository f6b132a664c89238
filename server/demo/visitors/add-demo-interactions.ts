import type { DB } from '@mare/database/schema.ts';
import { demoBuyers, demoPeople } from '@mare/database/seed/demo-people.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { CONSENT_TEXT } from '@mare/domain/personalization/consent.ts';
import { INTERACTION_SOURCE, type InteractionType } from '@mare/domain/personalization/interactions.ts';
import { sql, type Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;

/** A funnel: every buyer takes the first step, and fewer take each later one. */
const STEPS: InteractionType[] = ['page_view', 'rifa_view', 'add_to_cart', 'checkout_start'];

const onSale = demoRifas.filter(({ status }) => status === 'active');
const seenBy = (place: number) => onSale[place % onSale.length]!.id;

/** Consents and interactions of the demo people. Joana has not decided yet. */
export async function addDemoInteractions(trx: Transaction<DB>, clock: Clock): Promise<void> {
  const now = clock.now().getTime();
  await trx
    .insertInto('consents')
    .values(
      demoPeople
        .filter(({ email }) => email !== 'joana@exemplo.com.br')
        .map(({ id: userId }, at) => ({
          userId,
          measurement: true,
          marketing: at % 5 !== 4,
          textVersion: CONSENT_TEXT.version,
          decidedAt: new Date(now - 29 * 24 * HOUR_MS),
        })),
    )
    .execute();
  await trx
    .insertInto('customerInteractions')
    .values(
      demoBuyers.flatMap(({ id: userId }, at) =>
        STEPS.slice(0, 1 + (at % 8 < 1 ? 3 : at % 8 < 3 ? 2 : at % 8 < 6 ? 1 : 0)).map((step, place) => ({
          userId,
          interactionType: step,
          interactionData: JSON.stringify(step === 'page_view' ? {} : { rifaId: seenBy(at) }),
          source: INTERACTION_SOURCE,
          createdAt: new Date(now - (at + 1) * 5 * HOUR_MS + place * 60_000),
        })),
      ),
    )
    .execute();
  // Each consented a minute after signing up and was measured from then on.
  await sql`
    update consents set decided_at = profiles.created_at + interval '1 minute'
    from profiles where profiles.id = consents.user_id`.execute(trx);
  await sql`
    update customer_interactions step set created_at = step.created_at + too_early.by
    from (select user_id, decided_at + interval '1 minute' - min(made.created_at) as by
          from customer_interactions made join consents using (user_id) group by user_id, decided_at) too_early
    where too_early.user_id = step.user_id and too_early.by > interval '0'`.execute(trx);
}
