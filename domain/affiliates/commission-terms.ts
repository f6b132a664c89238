/** Commission terms of affiliates and partners, set by the organiser. */

export interface CommissionTerms {
  /** Share of a paid order that its affiliate earns, in ten-thousandths. */
  affiliateRate: number;
  /** Earnings of a partner per validated voucher. */
  voucherCentavos: number;
}

/** Terms of a new shop: 5%, and R$ 50,00 (spec: community, section 9). */
export const DEFAULT_COMMISSION_TERMS: CommissionTerms = { affiliateRate: 500, voucherCentavos: 5_000 };

/** 50%, in ten-thousandths: more is a typing error. */
export const MAX_AFFILIATE_RATE = 5_000;
/** R$ 1.000,00. */
export const MAX_VOUCHER_CENTAVOS = 100_000;

/** Parses a stored share, e.g. '0.0500', into ten-thousandths. */
export function rateOf(share: string): number {
  return Math.round(Number(share) * 10_000);
}

/** Formats ten-thousandths as a share for the database. */
export function shareOfRate(rate: number): string {
  return (rate / 10_000).toFixed(4);
}

/** Formats ten-thousandths as '5%' or '7,25%'. */
export function formatRate(rate: number): string {
  return `${String(rate / 100).replace('.', ',')}%`;
}

const TYPED_RATE = /^(\d{1,3})(?:[.,](\d{1,2}))?%?$/;

/** Parses '5', '5%', '7,25 %' or '7.5%'. @returns ten-thousandths; null for other texts and above the maximum */
export function parseRate(text: string): number | null {
  const match = TYPED_RATE.exec(text.replaceAll(/\s/g, ''));
  if (!match) return null;
  const [, percent = '', decimals = ''] = match;
  const rate = Number(percent) * 100 + Number(decimals.padEnd(2, '0'));
  return rate <= MAX_AFFILIATE_RATE ? rate : null;
}
