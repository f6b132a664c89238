/** Security events of a partner's sign-in and Pix key. */
import type { PartnerSecurity } from '@mare/contract/partners/partners.ts';
import type { PartnerSecurityEvent } from '@mare/domain/partners/security-events.ts';
import type { Executor } from '../../accounts/auth.ts';
import { findPayoutFreeze } from '../../accounts/security/reversible-changes.ts';
import { networkOf } from '../../platform/network.ts';
import type { Platform } from '../../platform/platform.ts';

const EVENTS_MAX = 50;

/**
 * @param ipAddress of the partner, or of a person who tries to sign in as the partner; null for actions of the shop
 */
export async function addPartnerSecurityEvent(
  trx: Executor,
  {
    partnerId,
    event,
    ipAddress,
  }: { partnerId: string; event: PartnerSecurityEvent; ipAddress: string | null },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('partnerSecurityEvents')
    .values({ partnerId, event, network: ipAddress && networkOf(ipAddress), createdAt: now })
    .execute();
}

/** Latest first. */
export async function readPartnerSecurity(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  partnerId: string,
): Promise<PartnerSecurity> {
  const events = await db
    .selectFrom('partnerSecurityEvents')
    .select(['id', 'event', 'createdAt', 'network'])
    .where('partnerId', '=', partnerId)
    .orderBy('id', 'desc')
    .limit(EVENTS_MAX)
    .execute();
  const frozenUntil = await findPayoutFreeze(db, { partnerId }, clock.now());
  return {
    events: events.map(({ id, event, createdAt, network }) => ({
      id: String(id),
      event: event as PartnerSecurityEvent,
      at: createdAt.toISOString(),
      network,
    })),
    frozenUntil: frozenUntil?.toISOString() ?? null,
  };
}
