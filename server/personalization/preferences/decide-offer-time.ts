import { sql } from 'kysely';
import { nextNotificationTime, quietSince } from '@mare/domain/personalization/preferences.ts';
import type { Platform } from '../../platform/platform.ts';
import { readPreferences } from './read-preferences.ts';

interface Offer {
  id: string;
  userId: string;
  createdAt: Date;
}

/**
 * When to send an offer created at `createdAt`: now, at the reader's preferred time, or never if the last one was too
 * recent. Without saved preferences it is sent at once.
 */
export async function decideOfferTime(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { id, userId, createdAt }: Offer,
): Promise<'now' | 'never' | Date> {
  const preferences = await readPreferences(db, userId);
  if (!preferences) return 'now';
  const now = clock.now();
  const preferredTime = nextNotificationTime(createdAt, preferences.notificationTime);
  if (now < preferredTime) return preferredTime;
  const { rows } = await sql`
    select from email_messages
    where user_id = ${userId} and id <> ${id} and sent_at > ${quietSince(now, preferences.frequency)}
      and (campaign_id is not null or automation = 'win_back') limit 1`.execute(db);
  return rows.length === 0 ? 'now' : 'never';
}
