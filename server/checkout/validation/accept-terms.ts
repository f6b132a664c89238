import { TERMS } from '@mare/domain/accounts/terms.ts';
import { recordAcceptance } from '../../accounts/terms/accepted-terms.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OfferedRifa } from '../checkout.queries.ts';

export type AcceptTermsResult = { ok: true } | { ok: false; code: 'TERMS_NOT_ACCEPTED'; version: number };

/**
 * Requires that the buyer accepted the terms of use in force: at sign-up, with an earlier order, or with this one,
 * which records the acceptance. The record is kept if the order is rejected later, because the buyer did accept.
 * @param accepted version that the buyer accepts with this order
 */
export async function acceptTerms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  rifas: ReadonlyMap<string, OfferedRifa>,
  accepted: number | undefined,
): Promise<AcceptTermsResult> {
  if ([...rifas.values()].every(({ hasAcceptedTerms }) => hasAcceptedTerms)) return { ok: true };
  if (accepted !== TERMS.version) return { ok: false, code: 'TERMS_NOT_ACCEPTED', version: TERMS.version };
  await recordAcceptance(db, userId, { version: TERMS.version, at: clock.now() });
  return { ok: true };
}
