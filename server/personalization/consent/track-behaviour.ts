import type { z } from 'zod';
import type { consentContract } from '@mare/contract/personalization/consent.ts';
import { INTERACTION_SOURCE } from '@mare/domain/personalization/interactions.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasConsent } from './read-consent.ts';

type Events = z.output<NonNullable<(typeof consentContract.track)['~orpc']['inputSchema']>>['events'];

/** Stores a batch in one statement. @returns how many were stored: 0 without consent */
export async function trackBehaviour(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  events: Events,
): Promise<number> {
  if (!(await hasConsent(db, userId, 'measurement'))) return 0;
  await db
    .insertInto('customerInteractions')
    .values(
      events.map(({ type, ...about }) => ({
        userId,
        interactionType: type,
        interactionData: JSON.stringify(about),
        source: INTERACTION_SOURCE,
        createdAt: clock.now(),
      })),
    )
    .execute();
  return events.length;
}
