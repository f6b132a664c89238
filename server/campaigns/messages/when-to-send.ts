import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { hasConsent } from '../../personalization/consent/read-consent.ts';
import { whenToOffer } from '../../personalization/preferences/when-to-offer.ts';
import type { Clock } from '../../platform/clock.ts';

interface Message {
  id: string;
  userId: string;
  automation: string | null;
  createdAt: Date;
}

/** Whether the reader still gets the mail, and when. Mails triggered by the reader's own action ignore quiet hours. */
export async function whenToSend(
  db: Kysely<DB>,
  clock: Clock,
  message: Message,
): Promise<'now' | 'never' | Date> {
  const { automation, userId, createdAt } = message;
  if (automation === 'abandoned_cart' && !(await isCartStillAbandoned(db, userId, createdAt))) return 'never';
  return automation === null || automation === 'win_back' ? whenToOffer({ db, clock }, message) : 'now';
}

/** False after a purchase, or once consent to marketing was withdrawn. */
async function isCartStillAbandoned(db: Kysely<DB>, userId: string, since: Date): Promise<boolean> {
  if (!(await hasConsent(db, userId, 'marketing'))) return false;
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('createdAt', '>=', since)
    .where('status', 'in', ['pending', 'paid'])
    .limit(1)
    .executeTakeFirst();
  return order === undefined;
}
