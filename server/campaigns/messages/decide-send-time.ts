import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { decideOfferTime } from '../../personalization/preferences/decide-offer-time.ts';
import type { Clock } from '../../platform/clock.ts';

interface Message {
  id: string;
  userId: string;
  automation: string | null;
  createdAt: Date;
}

/** Whether the reader still gets the mail, and when. Mails triggered by the reader's own action ignore quiet hours. */
export function decideSendTime(
  db: Kysely<DB>,
  clock: Clock,
  message: Message,
): Promise<'now' | 'never' | Date> {
  const { automation } = message;
  if (automation !== null && automation !== 'win_back') return Promise.resolve('now');
  return decideOfferTime({ db, clock }, message);
}
