/**
 * Content of the referral cookie: the last referral link followed. It counts for 30 days from the click; the next click
 * replaces it.
 */
import { readAffiliateCode } from './affiliate-code.ts';

export const REFERRAL_COOKIE = 'mare_ref';
export const ATTRIBUTION_DAYS = 30;
export const ATTRIBUTION_SECONDS = ATTRIBUTION_DAYS * 86_400;

export interface ReferralMark {
  affiliateCode: string;
  /** Random visitor id; holds no personal data. */
  visitorId: string;
  clickedAt: Date;
}

export function writeReferralMark({ affiliateCode, visitorId, clickedAt }: ReferralMark): string {
  return `${affiliateCode}.${visitorId}.${Math.floor(clickedAt.getTime() / 1000)}`;
}

/**
 * The server's signature may follow; it is not checked here: attribution needs none, because every buyer may follow any
 * link.
 * @returns null for an invalid cookie; an expired one is returned for its visitor id
 */
export function readReferralMark(text: string | undefined): ReferralMark | null {
  const match = /^([A-Z0-9]{8})\.([A-Za-z0-9_-]{22})\.(\d{1,10})(?:\.[A-Za-z0-9_-]{22})?$/.exec(text ?? '');
  const affiliateCode = match && readAffiliateCode(match[1]!);
  if (!affiliateCode) return null;
  return { affiliateCode, visitorId: match[2]!, clickedAt: new Date(Number(match[3]) * 1000) };
}

/** @returns the code that a new order is attributed to; null after 30 days */
export function referrerOf(mark: ReferralMark | null, now: Date): string | null {
  if (!mark) return null;
  const age = now.getTime() - mark.clickedAt.getTime();
  return age >= 0 && age <= ATTRIBUTION_SECONDS * 1000 ? mark.affiliateCode : null;
}
