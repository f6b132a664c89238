import type { Kysely } from 'kysely';
import type { StandRejection, StandSale } from '@mare/contract/checkout/stand.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Allotment } from '../../orders/stand/find-allotments.ts';
import { findStandRejection } from '../../orders/stand/stand-rejections.ts';
import { findStandSale } from '../../orders/stand/write-stand-order.ts';
import type { NotEligible } from '../validation/check-eligibility.ts';

export interface Rejected {
  outcome: 'rejected';
  code: StandRejection;
  reason: NotEligible['reason'] | null;
  numbers: number[];
}

export type StandOutcome =
  | { outcome: 'sold'; externalReference: string; totalCentavos: number }
  | Rejected
  | { outcome: 'later'; code: 'BUSY' | 'PAUSED' };

export function rejected(code: StandRejection, numbers: readonly number[] = []): Rejected {
  return { outcome: 'rejected', code, reason: null, numbers: [...numbers] };
}

/** The final outcome of a sale that was sent before; null for a new one. Call it under the allotment's lock. */
export async function findOutcome(
  db: Kysely<DB>,
  { id: allotmentId }: Pick<Allotment, 'id'>,
  sale: StandSale,
): Promise<StandOutcome | null> {
  const stored = await findStandSale(db, sale.id);
  if (stored) {
    const isSame = stored.allotmentId === allotmentId && String(stored.numbers) === String(sale.numbers);
    if (!isSame) return rejected('KEY_REUSED');
    const { externalReference, totalAmount } = stored;
    return { outcome: 'sold', externalReference, totalCentavos: centavosFromNumeric(totalAmount) };
  }
  const rejection = await findStandRejection(db, { allotmentId, saleId: sale.id });
  // Stored by `rejectSale` from these types.
  return rejection && { ...(rejection as Omit<Rejected, 'outcome'>), outcome: 'rejected' };
}
