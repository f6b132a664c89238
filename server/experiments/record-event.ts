import { sql } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import { hasConsent } from '../personalization/consent/read-consent.ts';
import type { Platform } from '../platform/platform.ts';

export interface ExperimentEvent {
  testId: string;
  variantId: string;
  userId: string | null;
  eventType: 'impression' | 'conversion';
  sessionId: string;
  valueCentavos?: number;
}

/**
 * Counts an event of a running test, once per session. A conversion counts only for the variant that its session saw.
 *
 * The event holds the user's id only if they consent to measurement.
 *
 * @returns whether it was counted
 */
export async function recordEvent(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { testId, variantId, userId: caller, eventType, sessionId, valueCentavos }: ExperimentEvent,
): Promise<boolean> {
  const userId = caller && (await hasConsent(db, caller, 'measurement')) ? caller : null;
  const value = valueCentavos === undefined ? null : numericFromCentavos(valueCentavos);
  const written = await sql`
    insert into ab_test_events (test_id, variant_id, user_id, event_type, session_id, value, created_at)
    select ab_tests.id, variant.id, ${userId}::uuid, ${eventType}, ${sessionId}, ${value}::numeric, ${clock.now()}
    from ab_tests join ab_test_variants as variant on variant.test_id = ab_tests.id
    where ab_tests.id = ${testId} and variant.id = ${variantId} and ab_tests.status = 'running'
      and (${eventType} = 'impression' or exists (
        select from ab_test_events as seen where seen.test_id = ab_tests.id and seen.variant_id = variant.id
          and seen.session_id = ${sessionId} and seen.event_type = 'impression'))
    on conflict on constraint ab_test_events_once do nothing`.execute(db);
  return written.numAffectedRows === 1n;
}
