import type { Selectable } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { AffiliateCommissions } from '@mare/database/schema.ts';

/**
 * Commission left to the affiliate after reversals, in centavos. Write-offs do not count: they reduce what is owed,
 * not what was earned.
 * @param entries all entries of an order
 */
export function sumKept(
  entries: readonly Pick<Selectable<AffiliateCommissions>, 'kind' | 'commissionAmount'>[],
): number {
  return entries
    .filter(({ kind }) => kind !== 'renounced')
    .reduce((sum, entry) => sum + centavosFromNumeric(entry.commissionAmount), 0);
}
