import type { Kysely, Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type CommissionTerms, rateOf } from '@mare/domain/affiliates/commission-terms.ts';

/** Commission terms of affiliates and partners for a sale or redemption at that time. */
export async function readCommissionTerms(
  db: Kysely<DB> | Transaction<DB>,
  at: Date,
): Promise<CommissionTerms> {
  const terms = await db
    .selectFrom('commissionTerms')
    .select(['affiliateRate', 'voucherAmount'])
    .where('validFrom', '<=', at)
    .orderBy('validFrom', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return {
    affiliateRate: rateOf(terms.affiliateRate),
    voucherCentavos: centavosFromNumeric(terms.voucherAmount),
  };
}
