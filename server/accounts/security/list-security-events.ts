import type { SecurityEventEntry } from '@mare/contract/accounts/security.ts';
import type { SecurityEvent } from '@mare/domain/accounts/security/security-events.ts';
import type { Platform } from '../../platform/platform.ts';

const EVENTS_MAX = 50;

/** Latest first. */
export async function listSecurityEvents(db: Platform['db'], userId: string): Promise<SecurityEventEntry[]> {
  const rows = await db
    .selectFrom('auth.securityEvents')
    .select(['id', 'event', 'createdAt', 'userAgent', 'network'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(EVENTS_MAX)
    .execute();
  return rows.map(({ event, createdAt, ...row }) => ({
    ...row,
    event: event as SecurityEvent,
    at: createdAt.toISOString(),
  }));
}
