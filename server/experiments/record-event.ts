import { sql } from 'kysely';
import { hasConsent } from '../personalization/consent/read-consent.ts';
import type { Platform } from '../platform/platform.ts';

export interface ExperimentEvent {
  testId: string;
  variantId: string;
  userId: string | null;
  eventType: 'impression' | 'conversion';
  sessionId: string;
  orderReference?: string;
}

/**
 * Counts an event of a running test, once per session. A conversion is an order that the caller placed after the
 * session saw the variant; an order counts once. Results count it while it is paid.
 *
 * The event holds the user's id only if they consent to measurement.
 *
 * @returns whether it was counted
 */
export async function recordEvent(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { testId, variantId, userId: caller, eventType, sessionId, orderReference }: ExperimentEvent,
): Promise<boolean> {
  const userId = caller && (await hasConsent(db, caller, 'measurement')) ? caller : null;
  const written = await sql`
    insert into ab_test_events
      (test_id, variant_id, user_id, event_type, session_id, order_id, value, created_at)
    select ab_tests.id, variant.id, ${userId}::uuid, ${eventType}, ${sessionId}, bought.id, bought.total_amount,
      ${clock.now()}
    from ab_tests join ab_test_variants as variant on variant.test_id = ab_tests.id
      left join orders as bought on ${eventType} = 'conversion'
        and bought.external_reference = ${orderReference ?? null} and bought.user_id = ${caller}
    where ab_tests.id = ${testId} and variant.id = ${variantId} and ab_tests.status = 'running'
      and (${eventType} = 'impression' or bought.id is not null and exists (
        select from ab_test_events as seen where seen.test_id = ab_tests.id and seen.variant_id = variant.id
          and seen.session_id = ${sessionId} and seen.event_type = 'impression'
          and seen.created_at <= bought.created_at))
    on conflict do nothing`.execute(db);
  return written.numAffectedRows === 1n;
}
