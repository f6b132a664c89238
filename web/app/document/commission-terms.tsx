import {
  type CommissionTerms,
  DEFAULT_COMMISSION_TERMS,
  formatRate,
} from '@mare/domain/affiliates/commission-terms.ts';
import { type RootData, useRootData } from './root-data.ts';
import type { Matches } from './site-facts.ts';

/** Commission terms of affiliates and partners; the default terms while the server cannot be reached. */
export function useCommissionTerms(): CommissionTerms {
  return useRootData()?.site.commissions ?? DEFAULT_COMMISSION_TERMS;
}

/** For the tags of a page. */
export function commissionTermsOf(matches: Matches): CommissionTerms {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as Partial<RootData> | undefined;
  return root?.site?.commissions ?? DEFAULT_COMMISSION_TERMS;
}

/** The affiliates' rate, for static texts. */
export function AffiliateRate(): string {
  return formatRate(useCommissionTerms().affiliateRate);
}
