import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { prizePaid } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../../ledger/post-to-ledger.ts';

interface PaidPrize {
  rifaId: string;
  /** Declared value, for a cash prize the amount before tax; null when none is declared. */
  prizeValue: string | null;
  /** Cost of the prize; absent: its declared value. */
  costCentavos?: number | undefined;
}

/**
 * Posts the cost of a prize to the ledger of its rifa, once. A service rendered for a voucher costs the partner's
 * commission instead, which the redemption posts.
 */
export async function postPrizeCost(
  trx: Transaction<DB>,
  now: Date,
  prizeKey: string,
  { rifaId, prizeValue, costCentavos }: PaidPrize,
): Promise<void> {
  const cost = costCentavos ?? (prizeValue === null ? 0 : centavosFromNumeric(prizeValue));
  await postToLedger(trx, [prizePaid(prizeKey, rifaId, cost)], now);
}
