import type { DB } from '@mare/database/schema.ts';
import { demoBuyers, demoPeople } from '@mare/database/seed/demo-people.ts';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { CONSENT_TEXT } from '@mare/domain/personalization/consent.ts';
import { INTERACTION_SOURCE, type InteractionType } from '@mare/domain/personalization/interactions.ts';
import type { Transaction } from 'kysely';
import type { Clock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;

/** Each takes the first, fewer and fewer the others. */
const STEPS: InteractionType[] = ['page_view', 'rifa_view', 'add_to_cart', 'checkout_start'];

const onSale = demoRifas.filter(({ status }) => status === 'active');
const seenBy = (place: number) => onSale[place % onSale.length]!.id;

/** What the people of the demonstration allow, and what was seen of them since. Joana has yet to choose. */
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
}
