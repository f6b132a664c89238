import type { ReserveResult } from '../orders/reservation/order-batch-writer.ts';

export type NotReserved =
  | { ok: false; code: 'BUSY' }
  | { ok: false; code: 'RIFA_NOT_ACTIVE'; rifaId: string; title: string }
  | { ok: false; code: 'NOT_ENOUGH_NUMBERS'; rifaId: string; title: string; remaining: number }
  | { ok: false; code: 'OVER_SHARE'; rifaId: string; title: string; max: number; held: number }
  | {
      ok: false;
      code: 'NUMBERS_TAKEN';
      rifaId: string;
      title: string;
      /** Of those that the buyer chose. */
      numbers: number[];
      totalNumbers: number;
    };

/** Why an order got no numbers, told with the rifa it is about. @param rifas all of the order's */
export function notReserved(
  refused: Extract<ReserveResult, { ok: false }>,
  rifas: ReadonlyMap<string, { title: string; totalNumbers: number }>,
): NotReserved {
  if (refused.code === 'busy') return { ok: false, code: 'BUSY' };
  const { rifaId } = refused;
  const { title, totalNumbers } = rifas.get(rifaId)!;
  switch (refused.code) {
    case 'rifa_not_active':
      return { ok: false, code: 'RIFA_NOT_ACTIVE', rifaId, title };
    case 'numbers_taken':
      return { ok: false, code: 'NUMBERS_TAKEN', rifaId, title, totalNumbers, numbers: refused.numbers };
    case 'over_share':
      return { ...refused, code: 'OVER_SHARE', title };
    case 'sold_out':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: 0 };
    case 'not_enough':
      return { ok: false, code: 'NOT_ENOUGH_NUMBERS', rifaId, title, remaining: refused.remaining };
  }
}
